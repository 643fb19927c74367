import { startCardPage } from './card-page.js';
import { beginOffers, offers } from './offers.js';
import { posterPage } from './page.js';
import { initialSnapshot } from './shared/initial-snapshot.js';

beginOffers(initialSnapshot(`${posterPage.prefix}snapshot`));
startCardPage(posterPage, {
  loadGame: async () => (await import('./device/posters.js')).open,
  loadDemo: () => import('./demo-knows/index.js'),
  dealing: offers,
});
