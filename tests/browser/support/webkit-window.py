"""A browser of WebKitGTK for the tests: tabs that a WebDriver opens, on a screen of its own.

    webkit-window.py <inspector port> <driver port> [<folder of the profile>]

MiniBrowser is not used: under automation it keeps its storage in memory, as a private window does. Here a profile lies
on the disk, as people have it; without a folder the browser is private. Every tab is a window of its own, so that none
is hidden: a bandit that is made in a hidden page waits. Orders come as lines of JSON on stdin: `front` raises a tab,
`script` adds one that runs in a tab before those of its pages, `close` closes it as its visitor does. Each is answered
on descriptor 3, where the browser also tells which tabs have closed or crashed. The end of stdin ends it all.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys

EVENTS = os.fdopen(3, "w", buffering=1)
PR_SET_PDEATHSIG = 1


def die_with_parent():
    """For children that a killed window would leave behind."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def start_screen():
    """Starts Xvfb on a display that is free, and takes it for this process."""
    ours, theirs = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        pass_fds=[theirs],
        stderr=subprocess.DEVNULL,
        preexec_fn=die_with_parent,
    )
    os.close(theirs)
    with os.fdopen(ours) as display:
        os.environ["DISPLAY"] = ":" + display.readline().strip()
    return screen


os.set_inheritable(3, False)
inspector, driver_port, *folder = sys.argv[1:]
os.environ.update(
    {
        # Where the driver finds this window.
        "WEBKIT_INSPECTOR_SERVER": "127.0.0.1:" + inspector,
        # There is no GPU to share buffers with.
        "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
        # No desktop answers: without these GTK waits for its bus, and for its settings.
        "NO_AT_BRIDGE": "1",
        "GSETTINGS_BACKEND": "memory",
        "GDK_BACKEND": "x11",
    }
)
screen = start_screen()

import gi  # noqa: E402 (GTK opens the display when it is imported)

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

if folder:
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=folder[0] + "/data", base_cache_directory=folder[0] + "/cache"
    )
    # Intelligent Tracking Prevention, as in Safari.
    manager.set_itp_enabled(True)
else:
    manager = WebKit2.WebsiteDataManager.new_ephemeral()
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.set_automation_allowed(True)
settings = WebKit2.Settings(
    enable_write_console_messages_to_stdout=True,
    hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
    enable_page_cache=True,
)
views = []


def tell(**event):
    EVENTS.write(json.dumps(event) + "\n")


def open_tab(related=None):
    where = {"related_view": related} if related else {"web_context": context}
    view = WebKit2.WebView(
        user_content_manager=WebKit2.UserContentManager(),
        settings=settings,
        is_controlled_by_automation=True,
        **where,
    )
    number = len(views)
    views.append(view)

    def closed(_):
        tell(event="closed", tab=number)
        views[number] = None
        window.destroy()

    view.connect("close", closed)
    view.connect(
        "web-process-terminated",
        lambda _, reason: tell(event="crashed", tab=number, reason=reason.value_nick),
    )
    window = Gtk.Window()
    window.set_default_size(1024, 768)
    window.add(view)
    window.show_all()
    return view


def begin(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    version = (
        WebKit2.get_major_version(),
        WebKit2.get_minor_version(),
        WebKit2.get_micro_version(),
    )
    info.set_version(*version)
    session.set_application_info(info)
    session.connect("create-web-view", lambda _: open_tab())


def obey(order):
    view = views[order["tab"]]
    if view is None:
        return
    if order["do"] == "front":
        view.get_toplevel().present()
    elif order["do"] == "close":
        view.try_close()
    elif order["do"] == "script":
        script = WebKit2.UserScript.new(
            order["source"],
            WebKit2.UserContentInjectedFrames.ALL_FRAMES,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
        view.get_user_content_manager().add_script(script)


def listen(channel, _):
    line = channel.readline()
    if not line:
        Gtk.main_quit()
        return False
    order = json.loads(line)
    obey(order)
    tell(event="done", order=order["order"])
    return True


context.connect("automation-started", begin)
# Unbuffered: a line that waits in a buffer would not wake the loop.
channel = os.fdopen(0, "rb", buffering=0)
GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, lambda *_: listen(channel, None))
driver = subprocess.Popen(
    [
        "WebKitWebDriver",
        "--host=local",
        "--port=" + driver_port,
        "--target=127.0.0.1:" + inspector,
    ],
    preexec_fn=die_with_parent,
)
Gtk.main()
for child in (driver, screen):
    child.kill()
    child.wait()
