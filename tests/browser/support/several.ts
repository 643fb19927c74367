// The page with slates, and what is read off it.
import { type Page, waitFor } from './browsers.js';
import { fill } from './runs.js';

/** How long the visitor gets to answer: the shortest time on offer, where nothing else matters. */
export const hurry = (page: Page): Promise<void> => fill(page, '.several select', '6');

export interface OnTable {
  /** Headlines, from the left. */
  readonly cards: readonly string[];
  /** Which of them is marked as the one that is reported. */
  readonly reported: number;
}

/** The slate on the table as it lies there, open for answers. */
export const slateOnTable = (page: Page): Promise<OnTable> =>
  waitFor(
    page,
    () => {
      const all = Array.from(document.querySelectorAll('.several-card'));
      const isOpen = document.querySelector('.react:not([aria-disabled="true"])') !== null;
      return (
        isOpen && {
          cards: all.map((card) => card.querySelector('.card-headline')?.textContent ?? ''),
          reported: all.findIndex((card) => card.classList.contains('reported')),
        }
      );
    },
    null,
    'an open slate',
  );

/** Presses the switch of the card at this place. */
export const mark = (page: Page, place: number): Promise<true> =>
  waitFor(
    page,
    (at) => {
      const button = document.querySelectorAll<HTMLButtonElement>('.react')[at];
      if (button?.getAttribute('aria-pressed') === 'true') return true;
      button?.click();
      return false;
    },
    place,
    `the switch of card ${place}`,
  );
