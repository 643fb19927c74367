// `ldp-bandits/overlay`: what the components of a page do, for the one who writes it. Bundlers that know the condition
// `production` put ./none.ts in its place.

import { renewDevelopmentLedger } from '../components/development-ledger.js';
import { registryOfPage } from '../components/registry.js';
import type { SharedBandit } from '../components/shared-bandit.js';
import { isDevelopment } from '../internal/development.js';
import { toJson } from '../internal/json.js';
import { Packets } from './packets.js';
import { cell, element, rows } from './render.js';
import { STYLE } from './style.js';

const LOOK_EVERY_MS = 500;
const WRAPPED =
  'A script of this page has replaced fetch. If it traces requests (sentry-trace, baggage, traceparent), exclude the collector: the header would give all requests of a visit one id.';

let close = () => {};

/**
 * Shows a panel with every place of the page, its option and its status; each budget; and the packets, as they are
 * queued, sent or withheld. It opens and spends nothing. Gives what removes it. A second call replaces the panel.
 */
export function showOverlay(): () => void {
  close();
  const host = element('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet]; // no inline style, which a content security policy may forbid
  const parts = panel();
  root.append(parts.details);
  document.body.append(host);

  const packets = new Packets();
  const budgetOf = (shared: SharedBandit) => [shared.experiment, packets.budgetOf(shared)];
  let shown = '';
  const look = () => {
    const open = [...registryOfPage().values()];
    for (const shared of open) packets.follow(shared);
    const next = toJson([open.map(placesOf), open.map(budgetOf), packets.lines]);
    if (next === shown) return;
    shown = next;
    rows(parts.places, open.flatMap(placesOf));
    rows(parts.budgets, open.map(budgetOf));
    rows(parts.packets, packets.lines);
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  close = () => {
    clearInterval(timer);
    packets.stop();
    host.remove();
  };
  return close;
}

/** Whether requests of the page go through other code than the browser’s. */
const isWrapped = () => !/\[native code\]/.test(Function.prototype.toString.call(globalThis.fetch));

const placesOf = ({ experiment, placements }: SharedBandit) =>
  [...placements].map(([key, placement]) => {
    const { action, status, error } = placement.getSnapshot();
    return [experiment, key, String(action), error ? `${status}: ${error.message}` : status];
  });

function panel() {
  const details = element('details');
  const summary = element('summary', 'ldp-bandits');
  const body = element('section');
  body.tabIndex = 0; // scrolled by the keyboard
  body.setAttribute('aria-label', 'What ldp-bandits does in this page');
  const places = table('Places', ['Experiment', 'Key', 'Option', 'Status']);
  const budgets = table('Budget', ['Experiment', 'Spent of the total']);
  const packets = table('Packets', ['Experiment', 'Packet', 'Report']);
  body.append(places.table, budgets.table, packets.table);
  if (isWrapped()) body.append(element('p', WRAPPED));
  if (isDevelopment()) body.append(renewButton());
  details.append(summary, body);
  return { details, places: places.body, budgets: budgets.body, packets: packets.body };
}

function renewButton(): HTMLButtonElement {
  const button = element('button', 'Renew the development budget, and reload');
  button.type = 'button';
  button.addEventListener('click', () => {
    renewDevelopmentLedger();
    location.reload();
  });
  return button;
}

function table(caption: string, names: readonly string[]) {
  const made = element('table');
  const head = element('tr');
  head.append(...names.map((name) => cell('th', name)));
  const body = element('tbody');
  const top = element('thead');
  top.append(head);
  made.append(element('caption', caption), top, body);
  return { table: made, body };
}
