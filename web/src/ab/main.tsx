/** The page with an A/B test: three ways to say one thing, and a test that tells when it is done. */
import { render } from 'preact';
import { startCardPage } from '../card-page.js';
import { mount } from './islands.js';
import { testSnapshot } from './server/state.js';
import { watchErrors } from './server/watch.js';
import { abExperiment } from './shared/experiment.js';

watchErrors('ab-errors');
startCardPage({
  experiment: abExperiment,
  warmSnapshot: 'ab-snapshot',
  mount,
  loadGame: async () => {
    const { openTest } = await import('./device/game.js');
    return openTest;
  },
  startDemo: async (reach) => {
    const place = document.getElementById('ab-demo');
    if (!place) return;
    const { DemoZone, startCrowd } = await import('./demo-knows/index.js');
    render(<DemoZone snapshot={testSnapshot} />, place);
    void startCrowd(reach);
  },
});
