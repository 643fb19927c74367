// The contextual page, and what it sends over the wire in use.
import { type Page, waitFor } from './browsers.js';

/** One request of the page, as it was made: every byte of it. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly isCrowd: boolean;
}

declare global {
  interface Window {
    wire: Sent[];
  }
}

/** From now on every request that the page makes is kept, with its body. Firefox’s driver shows none. */
export async function tapWire(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.wire = [];
    const fetch = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const sent = {
        method: request.method,
        path: new URL(request.url).pathname,
        body: await request.clone().text(),
        isCrowd: request.headers.has('x-demo-crowd'),
      };
      window.wire.push(sent);
      return fetch(request);
    };
  }, null);
}

export const wireOf = (page: Page): Promise<Sent[]> => page.evaluate(() => window.wire, null);

/** Pauses the crowd, as soon as its switch is alive. */
export const pauseCrowd = (page: Page): Promise<true> =>
  waitFor(
    page,
    () => {
      const button = document.querySelector<HTMLButtonElement>('.crowd button');
      if (button?.textContent?.startsWith('Resume the crowd')) return true;
      button?.click();
      return false;
    },
    null,
    'the crowd to pause',
  );

/** Moves a slider as a hand would. */
export async function wish(page: Page, aspect: string, value: number): Promise<void> {
  await waitFor(
    page,
    ({ id, to }) => {
      const slider = document.querySelector<HTMLInputElement>(id);
      if (!slider || slider.disabled) return false;
      slider.value = String(to);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      return true;
    },
    { id: `#wish-${aspect}`, to: value },
    `the slider ${aspect}`,
  );
}

/** Name of the card on the table. */
export const cardOnTable = (page: Page): Promise<string> =>
  waitFor(
    page,
    () => document.querySelector('.feature-rows .chosen .feature-name')?.textContent,
    null,
    'the card',
  );

/** The true numbers of the last report, and those that left, as the device shows them. */
export const ownNumbers = (page: Page): Promise<{ truth: string[]; sent: string[] }> =>
  page.evaluate(() => {
    const cells = (column: number) =>
      Array.from(
        document.querySelectorAll(`.own-table tbody td:nth-of-type(${column})`),
        (cell) => cell.textContent ?? '',
      );
    return { truth: cells(1), sent: cells(2) };
  }, null);
