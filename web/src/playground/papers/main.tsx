/** /playground/papers/: every figure of the papers, played again in this tab. */
import { testSpeed } from '../../runs/speed.js';
import { startRuns } from '../../runs/start.js';
import { anchorOf } from './card.js';
import { figures, LabPage } from './page.js';

const started = startRuns(
  'lab',
  <LabPage />,
  ({ figure, specs, digests }) => {
    const state = figures.find(({ name }) => name === figure);
    if (!state) {
      return {
        text: 'This link holds a run that is no figure of the lab.',
        link: { label: 'Open it in the playground', href: `../${location.hash}` },
      };
    }
    state.restore(specs, digests);
    document.getElementById(anchorOf(state))?.scrollIntoView();
    document.getElementById(`${anchorOf(state)}-title`)?.focus({ preventScroll: true });
    return null;
  },
  'The figures below work',
);
void started.then(whenIdle).then(testSpeed);

/** The speed test waits until the page has nothing better to do. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 3000 });
    else setTimeout(resolve, 1000);
  });
}
