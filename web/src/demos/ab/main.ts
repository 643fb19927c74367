import { startCardPage } from '../../card-page.js';
import { beginOffers, offers } from '../../offers.js';
import { initialSnapshot } from '../../shared/initial-snapshot.js';
import { abPage } from './page.js';
import { watchErrors } from './server/state.js';

watchErrors();
beginOffers(initialSnapshot(`${abPage.prefix}snapshot`));
startCardPage(abPage, {
  loadGame: async () => (await import('./device/game.js')).open,
  loadDemo: () => import('./demo-knows/index.js'),
  dealing: offers,
});
