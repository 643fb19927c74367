/** The home page: five posters. */
import { render } from 'preact';
import { startCardPage } from './card-page.js';
import { mount } from './islands.js';
import { snapshot } from './server/state.js';
import { experiment } from './shared/selection.js';

startCardPage({
  experiment,
  warmSnapshot: 'warm-snapshot',
  mount,
  loadGame: async () => {
    const { openPosters } = await import('./device/posters.js');
    return openPosters;
  },
  startDemo: async (reach) => {
    const place = document.getElementById('demo');
    if (!place) return;
    const { DemoZone, startCrowd } = await import('./demo-knows/index.js');
    render(<DemoZone snapshot={snapshot} />, place);
    void startCrowd(reach);
  },
});
