// The browsers that the tests drive. CHROMIUM_PATH, CHROMIUM_SHELL_PATH, FIREFOX_PATH and WEBKIT_PATH overrule the search.
//
// Ubuntu's `chromium` and `firefox` packages install snaps. A snap sees neither the temporary profile that
// a driver makes for it nor files outside the home directory, so a snap counts as absent, and setup.mjs
// fetches ordinary builds into the drivers' own caches instead.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { which } from './run.mjs';

function isSnap(path) {
  const real = realpathSync(path);
  if (real.startsWith('/snap/') || real.endsWith('/snap')) return true;
  return statSync(real).size < 10_000 && readFileSync(real, 'utf8').includes('/snap/');
}

function firstUsable(variable, programs, applications) {
  const asked = process.env[variable];
  if (asked) return existsSync(asked) ? asked : undefined;
  for (const path of [...programs.map((program) => which(program)), ...applications]) {
    if (path && existsSync(path) && !isSnap(path)) return path;
  }
  return undefined;
}

/** Where `npx @puppeteer/browsers install` and `playwright-core install` put what they fetch. */
export const puppeteerCache = join(homedir(), '.cache', 'puppeteer');

async function fetchedChromium() {
  try {
    const { chromium } = await import('playwright-core');
    return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
  } catch {
    return undefined; // node_modules is not there yet
  }
}

async function fetchedFirefox() {
  try {
    const { getInstalledBrowsers } = await import('@puppeteer/browsers');
    const installed = await getInstalledBrowsers({ cacheDir: puppeteerCache });
    return installed.find(({ browser }) => browser === 'firefox')?.executablePath;
  } catch {
    return undefined;
  }
}

export async function findChromium() {
  return (
    firstUsable(
      'CHROMIUM_PATH',
      ['chromium', 'chromium-browser', 'google-chrome'],
      ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ) ?? (await fetchedChromium())
  );
}

/**
 * The same Chromium without the browser's own window, which costs two thirds of the processor's time of a test. Where no
 * package has it, or CHROMIUM_PATH names another, that one.
 */
export async function findChromiumShell() {
  const isAsked = process.env.CHROMIUM_PATH && !process.env.CHROMIUM_SHELL_PATH;
  const shell = isAsked
    ? undefined
    : firstUsable('CHROMIUM_SHELL_PATH', ['chromium-headless-shell'], []);
  return shell ?? findChromium();
}

export async function findFirefox() {
  return (
    firstUsable(
      'FIREFOX_PATH',
      ['firefox-esr', 'firefox'],
      ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    ) ?? (await fetchedFirefox())
  );
}

/** WebKitGTK is a library: what runs is a Python that has its bindings, with its driver and Xvfb. */
export function findWebKit() {
  if (!which('WebKitWebDriver') || !which('Xvfb')) return undefined;
  const imports =
    "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";
  const given = process.env.WEBKIT_PATH;
  const candidates = given ? [given] : ['/usr/bin/python3', which('python3')];
  return candidates.find(
    (python) => python && existsSync(python) && spawnSync(python, ['-c', imports]).status === 0,
  );
}
