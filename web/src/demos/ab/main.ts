import { startCardPage } from '../../card-page.js';
import { abPage } from './page.js';
import { watchErrors } from './server/state.js';

watchErrors();
startCardPage(abPage, {
  loadGame: async () => (await import('./device/game.js')).open,
  loadDemo: () => import('./demo-knows/index.js'),
});
