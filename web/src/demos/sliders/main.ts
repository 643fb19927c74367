import { startCardPage } from '../../card-page.js';
import { windowSeconds } from '../../device/state.js';
import { tunePage } from './page.js';
import { watchPaths } from './server/state.js';

/** Two layouts take longer to compare than one card to read. */
windowSeconds.value = 20;

watchPaths();
startCardPage(tunePage, {
  loadGame: async () => (await import('./device/game.js')).open,
  loadDemo: () => import('./demo-knows/index.js'),
});
