/**
 * /playground/: the build has drawn the first chart, so the page can be read at once. What runs it is loaded when
 * the browser has nothing better to do, or at the first touch.
 */
import { startPage } from '../shared/page.js';

startPage();

const FIRST_TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const;

function firstTouch(): Promise<void> {
  return new Promise((resolve) => {
    for (const type of FIRST_TOUCHES) {
      addEventListener(type, () => resolve(), { once: true, capture: true });
    }
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1500 });
    else setTimeout(resolve, 300);
  });
}

/** What was pressed before the page could hear it. */
let early: HTMLElement | null = null;
const remember = ({ target }: MouseEvent) => {
  early = target instanceof Element ? target.closest<HTMLElement>('#play button') : null;
};
addEventListener('click', remember, { capture: true });

void Promise.race([idle(), firstTouch()])
  .then(() => import('./live.js'))
  .then(({ goLive }) =>
    goLive(() => {
      removeEventListener('click', remember, { capture: true });
      if (early?.isConnected) early.click();
    }),
  );
