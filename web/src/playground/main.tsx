/** /playground/: a world of one's own, any learner against any other. */
import { startRuns } from '../runs/start.js';
import { toggle } from './controls.js';
import { PlayPage } from './page.js';
import { takeSpec } from './state.js';

void startRuns(
  'play',
  <PlayPage />,
  ({ specs: [spec, ...more], digests }) => {
    if (!spec) return null;
    if (more.length > 0) {
      return {
        text: 'This link holds several runs, which are a figure of the lab.',
        link: { label: 'Open it in the lab', href: `./papers/${location.hash}` },
      };
    }
    takeSpec(spec, digests);
    return { text: 'The link has set everything below. Press Run to play it.' };
  },
  'The form below works',
);

/** Space belongs to whatever has the focus; where nothing has, it runs and pauses. */
document.addEventListener('keydown', (event) => {
  if (event.key !== ' ' || event.target !== document.body) return;
  event.preventDefault();
  void toggle();
});
