import { h, render } from 'preact';
import { startCardPage } from '../card-page.js';
import { RehearsalPanel } from '../demo-knows/rehearsal-panel.js';
import { beginOffers, offers } from '../offers.js';
import { initialSnapshot } from '../shared/initial-snapshot.js';
import { homePage } from './page.js';

beginOffers(initialSnapshot(`${homePage.prefix}snapshot`));
startCardPage(homePage, {
  loadGame: async () => (await import('../device/posters.js')).open,
  dealing: offers,
});

const place = document.getElementById('home-demo');
if (place) render(h(RehearsalPanel, null), place);
