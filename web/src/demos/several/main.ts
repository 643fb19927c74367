import { startCardPage } from '../../card-page.js';
import { windowSeconds } from '../../device/state.js';
import { slatePage } from './page.js';

/** Three cards take longer to read than one. */
windowSeconds.value = 20;

startCardPage(slatePage, {
  loadGame: async () => (await import('./device/game.js')).open,
  loadDemo: () => import('./demo-knows/index.js'),
});
