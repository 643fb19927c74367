/** The contextual page: eight cards, chosen by what the device knows of its visitor. */
import { effect, untracked } from '@preact/signals';
import { render } from 'preact';
import { startCardPage } from '../card-page.js';
import { phase } from '../device/state.js';
import { wishes } from './device/knows.js';
import { dealtFeatures } from './device/state.js';
import { mount } from './islands.js';
import { linearSnapshot } from './server/state.js';
import { personalExperiment } from './shared/experiment.js';

startCardPage({
  experiment: personalExperiment,
  warmSnapshot: 'personal-snapshot',
  mount,
  loadGame: async () => {
    const { openPersonal } = await import('./device/game.js');
    return openPersonal;
  },
  startDemo: async (reach) => {
    const place = document.getElementById('personal-demo');
    if (!place) return;
    const { DemoZone, startCrowd } = await import('./demo-knows/index.js');
    render(<DemoZone snapshot={linearSnapshot} />, place);
    void startCrowd(reach);
  },
});

/** Other wishes are other feature vectors: those of the card on the table are history. */
effect(() => {
  void wishes.value;
  untracked(() => {
    if (phase.value !== 'open' && phase.value !== 'sealed') dealtFeatures.value = null;
  });
});
