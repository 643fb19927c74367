/** What the keyboard, another tab and a closing window do to a run under way. */
import { effect } from '@preact/signals';
import { running } from './queue.js';

/** Runs longer than this ask before the page closes. */
const WORTH_ASKING_MS = 10_000;

export function guardRuns(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    running.value?.cancel();
  });
  let since = 0;
  effect(() => {
    if (running.value) since = performance.now();
  });
  addEventListener('beforeunload', (event) => {
    if (running.value && performance.now() - since > WORTH_ASKING_MS) event.preventDefault();
  });
  // Workers of a page in the back/forward cache would play on unseen.
  addEventListener('pagehide', () => running.value?.cancel());
  showProgressInTitle();
}

/** While the page is hidden, its tab's title shows the progress. */
function showProgressInTitle(): void {
  const title = document.title;
  const show = () => {
    const job = running.value;
    const { done, total } = job?.progress.value ?? { done: 0, total: 1 };
    const share = Math.floor((100 * done) / total);
    document.title = document.hidden && job ? `${share} % · ${title}` : title;
  };
  effect(show);
  document.addEventListener('visibilitychange', show);
}
