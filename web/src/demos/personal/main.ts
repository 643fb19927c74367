import { effect, untracked } from '@preact/signals';
import { startCardPage } from '../../card-page.js';
import { phase } from '../../device/state.js';
import { wishes } from './device/knows.js';
import { dealtFeatures } from './device/state.js';
import { personalPage } from './page.js';

startCardPage(personalPage, {
  loadGame: async () => (await import('./device/game.js')).open,
  loadDemo: () => import('./demo-knows/index.js'),
});

/** Other wishes are other feature vectors: those of the card on the table are history. */
effect(() => {
  void wishes.value;
  untracked(() => {
    if (phase.value !== 'open' && phase.value !== 'sealed') dealtFeatures.value = null;
  });
});
