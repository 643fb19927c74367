import { h, render } from 'preact';
import { startCardPage } from '../card-page.js';
import { RehearsalPanel } from '../demo-knows/rehearsal-panel.js';
import { initialSnapshot } from '../shared/initial-snapshot.js';
import { beginOffers, offers } from './dealing.js';
import { homePage } from './page.js';

beginOffers(initialSnapshot(`${homePage.prefix}snapshot`));
startCardPage(homePage, {
  loadGame: async () => (await import('../device/offer.js')).open,
  dealing: offers,
});

const place = document.getElementById('home-demo');
if (place) render(h(RehearsalPanel, null), place);
