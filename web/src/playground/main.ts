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

void Promise.race([idle(), firstTouch()])
  .then(() => import('./live.js'))
  .then(({ goLive }) => goLive());
