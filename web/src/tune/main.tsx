/** The tuning page: two settings of one layout at a time, and a bit about which is better. */
import { render } from 'preact';
import { startCardPage } from '../card-page.js';
import { windowSeconds } from '../device/state.js';
import { mount } from './islands.js';
import { tuneSnapshot } from './server/state.js';
import { watchPaths } from './server/watch.js';
import { tuneExperiment } from './shared/experiment.js';

/** Two layouts take longer to compare than one card to read. */
windowSeconds.value = 20;

watchPaths('tune-paths');
startCardPage({
  experiment: tuneExperiment,
  warmSnapshot: 'tune-snapshot',
  mount,
  loadGame: async () => {
    const { openTuning } = await import('./device/game.js');
    return openTuning;
  },
  startDemo: async (reach) => {
    const place = document.getElementById('tune-demo');
    if (!place) return;
    const { DemoZone, startCrowd } = await import('./demo-knows/index.js');
    render(<DemoZone snapshot={tuneSnapshot} />, place);
    void startCrowd(reach);
  },
});
