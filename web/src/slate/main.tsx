/** The page with slates: three cards at once, and a report about one of them. */
import { render } from 'preact';
import { startCardPage } from '../card-page.js';
import { windowSeconds } from '../device/state.js';
import { mount } from './islands.js';
import { slateSnapshot } from './server/state.js';
import { slateExperiment } from './shared/experiment.js';

/** Three cards take longer to read than one. */
windowSeconds.value = 20;

startCardPage({
  experiment: slateExperiment,
  warmSnapshot: 'slate-snapshot',
  mount,
  loadGame: async () => {
    const { openSlates } = await import('./device/game.js');
    return openSlates;
  },
  startDemo: async (reach) => {
    const place = document.getElementById('slate-demo');
    if (!place) return;
    const { DemoZone, startCrowd } = await import('./demo-knows/index.js');
    render(<DemoZone snapshot={slateSnapshot} />, place);
    void startCrowd(reach);
  },
});
