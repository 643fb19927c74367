import { startCardPage } from './card-page.js';
import { posterPage } from './page.js';

startCardPage(posterPage, {
  loadGame: async () => (await import('./device/posters.js')).open,
  loadDemo: () => import('./demo-knows/index.js'),
});
