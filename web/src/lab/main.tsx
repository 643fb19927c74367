/** /lab/: every figure of the papers, played again in this tab. */
import { LdpError } from 'ldp-bandits/simulation';
import { render } from 'preact';
import { guardRuns } from '../runs/guard.js';
import { readFragment } from '../runs/share.js';
import { testSpeed } from '../runs/speed.js';
import { startPage } from '../shared/page.js';
import { anchorOf } from './card.js';
import { figures, LabPage, labNotice } from './page.js';

startPage();
const place = document.getElementById('lab');
if (place) render(<LabPage />, place);
guardRuns();
addEventListener('hashchange', () => void restore());
void restore().then(whenIdle).then(testSpeed);

async function restore(): Promise<void> {
  labNotice.value = null;
  try {
    const shared = await readFragment(location.hash);
    if (!shared) return;
    const state = figures.find(({ name }) => name === shared.figure);
    if (!state) {
      labNotice.value = {
        text: 'This link holds a run that is no figure of the lab.',
        link: { label: 'Open it in the playground', href: `../play/${location.hash}` },
      };
      return;
    }
    state.restore(shared.specs, shared.digests);
    const card = document.getElementById(anchorOf(state));
    card?.scrollIntoView();
    document.getElementById(`${anchorOf(state)}-title`)?.focus({ preventScroll: true });
  } catch (error) {
    const why = LdpError.is(error, 'spec_invalid') ? error.message : String(error);
    labNotice.value = {
      text: `The link holds no run that can be played: ${why}. It may have been cut off on its way. The figures below work as ever.`,
    };
  }
}

/** The speed test waits until the page has nothing better to do. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 3000 });
    else setTimeout(resolve, 1000);
  });
}
