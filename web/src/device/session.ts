/**
 * The visitor's side of one experiment: deals cards, takes answers, and tells the state what happened.
 * All privacy is the library's: this file only shows it. What is on the cards, the game knows.
 */
import type {
  Bandit,
  BanditEvent,
  BanditOptions,
  Decision,
  PrivateTrace,
  Report,
} from 'ldp-bandits/url';
import type { Stop } from '../shared/experiment.js';
import { notify, withdraw } from '../shared/notices.js';
import { deviceNotice, NO_STORAGE, withheldText } from './messages.js';
import * as state from './state.js';

/** A card that is dealt from an older snapshot is better than one that does not come. */
const REFRESH_PATIENCE_MS = 500;
/** So long before the window closes, what is marked on the table is taken for the answer. */
const LAST_MOMENT_MS = 600;
/** The client closes the decision first, and tells which bytes leave. */
const CLOSING_MS = 300;
/** Reasons for which a report leaves all the same, the neutral one. */
const CAME_LATE: readonly string[] = ['already_reported', 'too_late', 'disposed'];

export type Terms = { readonly stop: Stop; readonly windowSeconds: number };
export type Common = Required<
  Pick<BanditOptions, 'responseWindowMs' | 'maxDelayMs' | 'inspect' | 'fetch' | 'signal'>
> & { readonly endpoint: URL };
/** How the collector is reached, and for how long. */
export type Reach = Pick<Common, 'endpoint' | 'fetch' | 'signal'>;

/** Would go or not; that of every card shown; or which of two is better, 0 for neither. */
export type Answer = 1 | 0 | -1 | readonly (1 | 0)[];

/** What a visitor can do at the table. */
export interface TableActions<A extends Answer = 1 | 0> {
  deal(): void;
  answer(value: A): void;
}

export interface Game<B extends Bandit = Bandit, A extends Answer = 1 | 0> {
  /** A client with this page's terms pinned. */
  create(options: Common): Promise<B>;
  /** Decides, and shows what was decided. */
  deal(bandit: B): Decision;
  /** What to answer when the time is nearly up; null: nothing. Absent: silence. */
  lastMoment?(): A | null;
  /**
   * Shows what was made of an answer.
   *
   * @param answer null: silence
   * @param report null: there is none
   */
  settle(answer: A | null, report: Report | null, trace?: PrivateTrace): void;
  /** Nothing is settled any more: a new card. */
  unsettle(): void;
}

export class Session<B extends Bandit, A extends Answer = 1 | 0> {
  readonly #bandit: B;
  readonly #game: Game<B, A>;
  readonly #stop: Stop;
  #decision: Decision | null = null;
  #neutral: Report | null = null;
  #answer: A | null = null;
  #settled = false;
  /** When silence counts as an answer. */
  #closesAt = 0;
  /** When the packet leaves: a moment later. */
  #releaseAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  private constructor(bandit: B, game: Game<B, A>, terms: Terms) {
    this.#bandit = bandit;
    this.#game = game;
    this.#stop = terms.stop;
    void this.#watch();
  }

  static async open<B extends Bandit, A extends Answer = 1 | 0>(
    reach: Reach,
    terms: Terms,
    game: Game<B, A>,
  ): Promise<Session<B, A>> {
    const bandit = await game.create({
      ...reach,
      responseWindowMs: terms.windowSeconds * 1000,
      maxDelayMs: 0,
      inspect: true,
    });
    const session = new Session(bandit, game, terms);
    await session.readBudget();
    return session;
  }

  /** Shows a card. The time at which its packet leaves is set now, before there is an answer. */
  deal(windowSeconds: number): void {
    this.#decision = this.#game.deal(this.#bandit);
    this.#neutral = null;
    this.#answer = null;
    this.#settled = false;
    this.#closesAt = Date.now() + windowSeconds * 1000;
    this.#releaseAt = this.#closesAt;
    this.#game.unsettle();
    state.cardsDealt.value++;
    state.policy.value = this.#decision.policy;
    state.report.value = null;
    state.packetState.value = 'none';
    state.reason.value = '';
    state.cardEpsilon.value = this.#stop;
    state.phase.value = 'open';
    this.#tick();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), 200);
  }

  async answer(value: A): Promise<void> {
    const decision = this.#decision;
    if (!decision || state.phase.value !== 'open') return;
    state.phase.value = 'sealed';
    this.#answer = value;
    const outcome = await decision.reward(value);
    if (outcome.status === 'queued') {
      this.#settle(value, outcome.report, outcome.trace);
      if (state.packetState.value !== 'sent') state.report.value = outcome.report;
    } else if (CAME_LATE.includes(outcome.reason)) {
      // What is on its way says nothing of the answer, which stays here.
      this.#settleSilent();
    } else {
      this.#withhold(outcome.reason);
    }
  }

  /**
   * So that a tab which slept does not play from a snapshot that the collector has forgotten.
   *
   * @returns whether the newest came in time
   */
  async refresh(patienceMs = REFRESH_PATIENCE_MS): Promise<boolean> {
    const patience = new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false));
    const refreshed = this.#bandit.refresh().then(
      () => true,
      () => false,
    );
    return Promise.race([refreshed, patience]);
  }

  async readBudget(): Promise<void> {
    const status = await this.#bandit.budget();
    const entries = [];
    for await (const entry of status.entries()) entries.push(entry);
    state.budget.value = status;
    if (!status.durable) notify({ id: 'storage', text: NO_STORAGE });
    state.ledger.value = entries.reverse();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#bandit[Symbol.asyncDispose]();
  }

  async #watch(): Promise<void> {
    for await (const event of this.#bandit.events()) this.#hear(event);
  }

  #hear(event: BanditEvent): void {
    switch (event.type) {
      case 'queued':
        if (!event.answered) this.#neutral = event.report;
        this.#releaseAt = event.releaseAt;
        state.report.value = event.report;
        state.packetState.value = 'sealed';
        void this.readBudget();
        break;
      case 'sent':
        if (state.report.value && event.ids.includes(state.report.value.id)) this.#sent();
        withdraw('device');
        break;
      case 'withheld':
        this.#withhold(event.reason);
        void this.readBudget();
        break;
      case 'error':
        if (this.#onTheWay() && Date.now() >= this.#releaseAt) {
          state.packetState.value = 'unsent';
          state.reason.value = 'Not delivered yet. The same bytes are sent again later.';
        }
        notify({ id: 'device', text: deviceNotice(event.error) });
        break;
      case 'snapshot':
        break;
    }
  }

  #sent(): void {
    if (!this.#settled) this.#settleSilent();
    state.packetState.value = 'sent';
    this.#ready();
  }

  #withhold(reason: Parameters<typeof withheldText>[0]): void {
    state.packetState.value = 'withheld';
    state.report.value = null;
    state.reason.value = withheldText(reason, this.#stop, state.budgetLeft.value);
    if (state.phase.value !== 'sealed') return;
    this.#settle(this.#answer, null);
    this.#ready();
  }

  #settle(answer: A | null, report: Report | null, trace?: PrivateTrace): void {
    this.#settled = true;
    this.#game.settle(answer, report, trace);
  }

  /** No answer came in time, so the packet is the neutral one. */
  #settleSilent(): void {
    if (this.#neutral) this.#settle(null, this.#neutral);
  }

  #tick(): void {
    const now = Date.now();
    const left = Math.ceil((this.#releaseAt - now) / 1000);
    const open = state.phase.value === 'open';
    const shown = open ? Math.ceil((this.#closesAt - now) / 1000) : left;
    state.secondsLeft.value = Math.max(0, shown);
    if (open && this.#closesAt - now < LAST_MOMENT_MS) {
      const marked = this.#game.lastMoment?.() ?? null;
      if (marked !== null) void this.answer(marked).catch(() => undefined);
    }
    if (state.phase.value === 'open' && now >= this.#closesAt + CLOSING_MS) {
      state.phase.value = 'sealed';
      if (state.packetState.value !== 'withheld') this.#settleSilent();
      else {
        this.#settle(null, null);
        this.#ready();
      }
    }
    if (left > 0) return;
    // A packet that cannot be delivered waits in the outbox; the next card need not wait with it.
    if (left < -2) {
      this.#wonder();
      this.#ready();
    }
  }

  #onTheWay(): boolean {
    return state.packetState.value === 'sealed' || state.packetState.value === 'unsent';
  }

  /** Tabs share one outbox, and only the tab that sends a packet hears that it left. */
  #wonder(): void {
    if (state.packetState.value !== 'sealed') return;
    state.packetState.value = 'unsent';
    state.reason.value =
      'Its time has come. If another tab of this page has not sent it, this one will.';
  }

  #ready(): void {
    clearInterval(this.#timer);
    this.#decision = null;
    state.secondsLeft.value = null;
    state.phase.value = 'ready';
  }
}
