/**
 * /playground/: the build has drawn the first chart, so the page can be read at once. What runs it is loaded at the
 * first touch, or at once for a link to a run of its own.
 */
import { firstTouch } from '../shared/first-touch.js';
import { startPage } from '../shared/page.js';

startPage();

/** What was pressed before the page could hear it. */
let early: HTMLElement | null = null;
const remember = ({ target }: MouseEvent) => {
  early = target instanceof Element ? target.closest<HTMLElement>('#play button') : null;
};
addEventListener('click', remember, { capture: true });

void (location.hash === '' ? firstTouch() : Promise.resolve())
  .then(() => import('./live.js'))
  .then(({ goLive }) =>
    goLive(() => {
      removeEventListener('click', remember, { capture: true });
      if (early?.isConnected) early.click();
    }),
  );
