/** /play/: a world of one's own, any learner against any other. */
import { LdpError } from 'ldp-bandits/simulation';
import { render } from 'preact';
import { guardRuns } from '../runs/guard.js';
import { readFragment } from '../runs/share.js';
import { startPage } from '../shared/page.js';
import { toggle } from './controls.js';
import { PlayPage, playNotice } from './page.js';
import { takeSpec } from './state.js';

startPage();
const place = document.getElementById('play');
if (place) render(<PlayPage />, place);
guardRuns();
addEventListener('hashchange', () => void restore());
void restore();

/** Space belongs to whatever has the focus; where nothing has, it runs and pauses. */
document.addEventListener('keydown', (event) => {
  if (event.key !== ' ' || event.target !== document.body) return;
  event.preventDefault();
  void toggle();
});

async function restore(): Promise<void> {
  playNotice.value = null;
  try {
    const shared = await readFragment(location.hash);
    const [spec, ...more] = shared?.specs ?? [];
    if (!shared || !spec) return;
    if (more.length > 0) {
      playNotice.value = {
        text: 'This link holds several runs, which are a figure of the lab.',
        link: { label: 'Open it in the lab', href: `../lab/${location.hash}` },
      };
      return;
    }
    takeSpec(spec, shared.digests);
    playNotice.value = { text: 'The link has set everything below. Press Run to play it.' };
  } catch (error) {
    const why = LdpError.is(error, 'spec_invalid') ? error.message : String(error);
    playNotice.value = {
      text: `The link holds no run that can be played: ${why}. It may have been cut off on its way. The form below works as ever.`,
    };
  }
}
