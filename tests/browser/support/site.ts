// The built site on a static host, and the few things that every test of it does.
import { fileURLToPath } from 'node:url';
import { type Page, type SeenRequest, waitFor } from './browsers.js';
import { type StaticServer, serve } from './static-server.js';

export const kSite = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export const serveSite = (): Promise<StaticServer> => serve({ '/': kSite });

/** Opens the home page and waits until it says where its server runs. */
export async function openSite(page: Page, server: StaticServer): Promise<void> {
  await page.goto(`${server.origin}/`);
  await untilConnected(page);
}

/** What the home page asks with, and what leads to the next option. */
export const kYes = 'Yes, I’d go';
export const kNo = 'No';
export const kNext = 'Next option';

export async function untilConnected(page: Page): Promise<string> {
  return waitFor(
    page,
    () => /Server runs in [^:]*/.exec(document.querySelector('.badge')?.textContent ?? '')?.[0],
    null,
    'the badge that says where the server runs',
  );
}

/** Presses the first enabled button whose name begins with `name`, as soon as there is one. */
export async function press(page: Page, name: string): Promise<void> {
  await waitFor(
    page,
    (wanted) => {
      for (const button of document.querySelectorAll('button')) {
        const text = button.getAttribute('aria-label') ?? button.textContent ?? '';
        if (!text.trim().startsWith(wanted) || button.disabled) continue;
        button.click();
        return true;
      }
      return false;
    },
    name,
    `a button “${name}”`,
  );
}

/** The body that the packet in the wall shows, as text. */
export const packetBody = (page: Page): Promise<string> =>
  waitFor(page, () => document.querySelector('.packet-raw code')?.textContent, null, 'the packet');

export const untilSent = (page: Page): Promise<string> =>
  waitFor(
    page,
    () => /^Sent/.exec(document.querySelector('.gap-state')?.textContent ?? '')?.[0],
    null,
    'the packet to be sent',
    60_000, // its window, a moment for the disk, and its delay
  );

/** Paths of the visitor's own reports; the simulated crowd marks its requests. */
export function ownPosts(page: Page): string[] {
  const posts: string[] = [];
  page.on('request', (request: SeenRequest) => {
    if (request.method() !== 'POST' || 'x-demo-crowd' in request.headers()) return;
    posts.push(new URL(request.url()).pathname);
  });
  return posts;
}
