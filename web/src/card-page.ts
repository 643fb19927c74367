/**
 * What the pages that deal cards do alike: open a session, close it for another when the visitor chooses anew,
 * deal as soon as that is possible, say so when it is not.
 */
import { computed, effect, untracked } from '@preact/signals';
import type { Bandit } from 'ldp-bandits/url';
import { type FunctionComponent, h, render } from 'preact';
import { type CardPage, cardIslands } from './card-islands.js';
import { startFailure } from './device/messages.js';
import { asked, renew } from './device/renewals.js';
import type { Answer, Reach, Session, Terms } from './device/session.js';
import { packetState, phase, reason, windowSeconds } from './device/state.js';
import { keepLoaded } from './offline/keep.js';
import { feedServerPanel } from './server/feed.js';
import { counted, resetArrivals, snapshot, snapshotSeenAt } from './server/state.js';
import { connect } from './shared/connection.js';
import { firstTouch } from './shared/first-touch.js';
import { initialSnapshot } from './shared/initial-snapshot.js';
import { notify } from './shared/notices.js';
import { stop } from './shared/selection.js';
import { loadTheme } from './shared/theme.js';

export type CardSession<A extends Answer> = Pick<
  Session<Bandit, A>,
  'deal' | 'answer' | 'refresh' | 'readBudget' | 'close'
>;

/** How a page deals and takes answers, where it does so in another way. */
export interface Dealing<A extends Answer> {
  deal(): Promise<void>;
  answer(value: A): Promise<void>;
  /** There is a session now. */
  begin(): Promise<void>;
}

interface Parts<A extends Answer> {
  /** Loads what opens a session: not before the page is there. */
  loadGame(): Promise<(reach: Reach, terms: Terms) => Promise<CardSession<A>>>;
  dealing?(session: () => CardSession<A> | null): Dealing<A>;
  /** The grey zone and its crowd come last: no card needs them. */
  loadDemo?(): Promise<{ DemoZone: FunctionComponent; startCrowd(reach: Reach): Promise<void> }>;
}

/** Starts the parts in the order in which a visitor needs them. */
export function startCardPage<A extends Answer>(page: CardPage<A>, parts: Parts<A>): void {
  const { prefix, levels } = page;
  const experiment = computed(() => levels.id(stop.value));
  const life = new AbortController();
  let session: CardSession<A> | null = null;
  /** What the session was opened with. The visitor may have chosen anew before it was there. */
  let opened = '';
  /** Pressed before the client was ready: the card comes as soon as it can. */
  let dealWhenReady = false;

  // The crowd is a fourth of the scripts: it comes once the visitor does something.
  const touched = firstTouch();
  loadTheme();
  snapshot.value = initialSnapshot(`${prefix}snapshot`);
  counted.value = snapshot.value?.reports ?? 0;
  const dealing: Dealing<A> = parts.dealing?.(() => session) ?? {
    deal,
    answer: async (value) => session?.answer(value),
    begin: async () => {
      if (dealWhenReady) await deal();
    },
  };
  const islands = cardIslands(page, {
    deal: () => void dealing.deal().catch(fail),
    answer: (value) => void dealing.answer(value).catch(fail),
    beforeForgetting: close,
  });
  for (const [id, Island] of Object.entries(islands)) renderInto(id, Island);
  document.documentElement.classList.add('live');
  start().then(keepLoaded).catch(fail);

  async function start(): Promise<void> {
    const connection = await connect(life.signal);
    const { endpoint, fetch } = connection;
    const reach = { endpoint, fetch, signal: life.signal };
    const look = feedServerPanel({ connection, experiment, signal: life.signal });
    await Promise.all([look(), openSession(reach)]);
    followSelection(reach, look);
    // Another tab may have spent from the same ledger.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void session?.readBudget();
    });
    if (!parts.loadDemo) return;
    const { DemoZone, startCrowd } = await parts.loadDemo();
    renderInto(`${prefix}demo`, DemoZone);
    void touched.then(() => startCrowd(reach)).catch(fail);
  }

  async function openSession(reach: Reach): Promise<void> {
    const terms = { stop: stop.value, windowSeconds: windowSeconds.value };
    opened = `${stop.value} ${windowSeconds.value}`;
    const before = session;
    session = null;
    // Before anything is waited for: no card may be dealt from a session that is about to close.
    phase.value = 'starting';
    const open = await parts.loadGame();
    await before?.close();
    session = await open(reach, terms);
    phase.value = 'ready';
    await dealing.begin();
  }

  /** A new privacy level is another experiment: another client, another snapshot. Never under a card. */
  function followSelection(reach: Reach, look: () => Promise<void>): void {
    effect(() => {
      const wanted = `${stop.value} ${windowSeconds.value}`;
      if (phase.value !== 'ready' || wanted === opened) return;
      untracked(() => openSession(reach)).catch(fail);
    });
    let renewals = asked.value;
    effect(() => {
      if (asked.value === renewals) return;
      renewals = asked.value;
      renew(levels.name);
      packetState.value = 'none';
      reason.value = '';
      untracked(() => openSession(reach)).catch(fail);
    });
    let shown = experiment.value;
    effect(() => {
      if (experiment.value === shown) return;
      shown = experiment.value;
      untracked(() => {
        resetArrivals();
        snapshotSeenAt.value = null;
        void look();
      });
    });
  }

  async function deal(): Promise<void> {
    dealWhenReady = phase.value === 'starting';
    const dealer = session;
    if (!dealer || phase.value !== 'ready') return;
    phase.value = 'dealing';
    await dealer.refresh();
    dealer.deal(windowSeconds.value);
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
}

function renderInto(id: string, Part: FunctionComponent): void {
  const place = document.getElementById(id);
  if (place) render(h(Part, null), place);
}
