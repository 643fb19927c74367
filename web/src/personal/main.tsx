/** The contextual page: puts the parts together and starts them in the order in which a visitor needs them. */
import { effect, untracked } from '@preact/signals';
import { render } from 'preact';
import type { CardActions } from '../device/card.js';
import { startFailure } from '../device/messages.js';
import { phase, windowSeconds } from '../device/state.js';
import { feedServerPanel } from '../server/feed.js';
import { counted, resetArrivals, snapshot, snapshotSeenAt } from '../server/state.js';
import { type Connection, connect } from '../shared/connection.js';
import { initialSnapshot } from '../shared/initial-snapshot.js';
import { notify } from '../shared/notices.js';
import { stop } from '../shared/selection.js';
import { loadTheme } from '../shared/theme.js';
import type { PersonalSession } from './device/game.js';
import { wishes } from './device/knows.js';
import { dealtFeatures } from './device/state.js';
import { mount } from './islands.js';
import { linearSnapshot } from './server/state.js';
import { personalExperiment } from './shared/experiment.js';

const life = new AbortController();
let session: PersonalSession | null = null;
/** What the session was opened with. The visitor may have chosen anew before it was there. */
let opened = '';
/** Pressed before the client was ready: the card comes as soon as it can. */
let dealWhenReady = false;

const actions: CardActions = {
  deal: () => void deal(),
  answer: (value) => void session?.answer(value).catch(fail),
};

loadTheme();
snapshot.value = initialSnapshot('personal-snapshot');
counted.value = snapshot.value?.reports ?? 0;
mount({ ...actions, beforeForgetting: close });
document.documentElement.classList.add('live');
start().catch(fail);

async function start(): Promise<void> {
  const connection = await connect(life.signal);
  const look = feedServerPanel({
    connection,
    experiment: personalExperiment,
    signal: life.signal,
  });
  await Promise.all([look(), openSession(connection)]);
  followSelection(connection, look);
  followWishes();
  // Another tab may have spent from the same ledger.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void session?.readBudget();
  });
  await startDemo(connection);
}

async function openSession(connection: Connection): Promise<void> {
  const terms = { stop: stop.value, windowSeconds: windowSeconds.value };
  opened = `${stop.value} ${windowSeconds.value}`;
  const before = session;
  session = null;
  // Before anything is waited for: no card may be dealt from a session that is about to close.
  phase.value = 'starting';
  const { openPersonal } = await import('./device/game.js');
  await before?.close();
  session = await openPersonal(
    { endpoint: connection.endpoint, fetch: connection.fetch, signal: life.signal },
    terms,
  );
  phase.value = 'ready';
  if (dealWhenReady) await deal();
}

/** A new privacy level is another experiment: another client, another snapshot. Never under a card. */
function followSelection(connection: Connection, look: () => Promise<void>): void {
  effect(() => {
    const wanted = `${stop.value} ${windowSeconds.value}`;
    if (phase.value !== 'ready' || wanted === opened) return;
    untracked(() => openSession(connection)).catch(fail);
  });
  let shown = personalExperiment.value;
  effect(() => {
    if (personalExperiment.value === shown) return;
    shown = personalExperiment.value;
    untracked(() => {
      resetArrivals();
      snapshotSeenAt.value = null;
      void look();
    });
  });
}

/** Other wishes are other feature vectors: those of the card on the table are history. */
function followWishes(): void {
  effect(() => {
    void wishes.value;
    untracked(() => {
      if (phase.value !== 'open' && phase.value !== 'sealed') dealtFeatures.value = null;
    });
  });
}

async function deal(): Promise<void> {
  dealWhenReady = phase.value === 'starting';
  const dealer = session;
  if (!dealer || phase.value !== 'ready') return;
  phase.value = 'dealing';
  try {
    await dealer.refresh();
    dealer.deal(windowSeconds.value);
  } catch (error) {
    fail(error);
  }
}

/** The grey zone and its crowd come last: they are not needed to deal a card. */
async function startDemo(connection: Connection): Promise<void> {
  const place = document.getElementById('personal-demo');
  if (!place) return;
  const { DemoZone, startCrowd } = await import('./demo-knows/index.js');
  render(<DemoZone snapshot={linearSnapshot} />, place);
  void startCrowd({ fetch: connection.fetch, endpoint: connection.endpoint, signal: life.signal });
}

async function close(): Promise<void> {
  life.abort();
  await session?.close();
}

function fail(error: unknown): void {
  if (life.signal.aborted) return;
  phase.value = 'failed';
  notify({
    id: 'start',
    text: startFailure(error),
    action: { label: 'Reload', run: () => location.reload() },
  });
}
