// A page whose headline is watched from the first bytes on: what it says, and where it stands, at every change and in
// every frame. The watching begins before any script of the page.
import type { Browser, Page } from 'puppeteer-core';

export interface Seen {
  /** Every text that the headline had, in order, once there was one. */
  readonly texts: readonly string[];
  /** Every place that it had in a frame, `x y width height`. */
  readonly places: readonly string[];
  /** The score of the page's layout shifts. 0 also where the browser does not measure them. */
  readonly shifts: number;
  /** Errors and warnings of the page. */
  readonly complaints: readonly string[];
}

declare global {
  interface Window {
    seen: { texts: string[]; places: string[]; shifts: number; complaints: string[] };
  }
}

/** Runs in the page. */
function watch(): void {
  const seen = {
    texts: [] as string[],
    places: [] as string[],
    shifts: 0,
    complaints: [] as string[],
  };
  window.seen = seen;
  const note = (list: string[], value: string) => {
    if (value !== '' && list.at(-1) !== value) list.push(value);
  };
  const read = () => {
    const headline = document.getElementById('headline');
    // Not before its end has been parsed: the text may come in two pieces.
    const isWhole = headline?.nextSibling || document.readyState !== 'loading';
    // biome-ignore lint/performance/useDomNodeTextContent: of several options in it, what CSS shows counts.
    if (headline && isWhole) note(seen.texts, headline.innerText.trim());
    return headline;
  };
  new MutationObserver(read).observe(document, {
    ...{ subtree: true, childList: true, characterData: true, attributes: true },
  });
  const frame = () => {
    const { x = 0, y = 0, width = 0, height = 0 } = read()?.getBoundingClientRect() ?? {};
    if (width > 0) note(seen.places, `${x} ${y} ${width} ${height}`);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  }
  addEventListener('error', ({ message }) => seen.complaints.push(message));
  addEventListener('unhandledrejection', ({ reason }) => seen.complaints.push(String(reason)));
  for (const level of ['warn', 'error'] as const) {
    const say = console[level];
    console[level] = (...what: unknown[]) => {
      seen.complaints.push(what.map(String).join(' '));
      say(...what);
    };
  }
}

export async function openWatched(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(watch);
  await page.goto(address);
  return page;
}

export const seenOf = (page: Page): Promise<Seen> => page.evaluate(() => window.seen);
