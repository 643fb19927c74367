// Decisions with a key, and the one that a sticky bandit shows again: a later call, or a later page, finds them.
import { invalidArgument, requireRecord, requireString } from '../internal/checks.js';
import type { Drawn } from './core.js';
import { type DecisionHost, isReason, type Kept, KeptDecision, policyOf } from './decision.js';
import type { Fate } from './early.js';
import { DAY_MS } from './journal.js';
import { KeptDecisions } from './kept-decisions.js';
import type { Settings } from './options.js';

/** The key of the decision that a sticky bandit shows again. */
const STICKY = '';

export class KeyedDecisions {
  readonly #host: DecisionHost;
  readonly #settings: Settings;
  readonly #kept: KeptDecisions;
  readonly arms: number;
  /** By id: whether there is a report, while that is not known. */
  readonly #reserving = new Map<string, Promise<Fate>>();
  /** By key, decisions of a page that was not seen yet: no other page knows them. */
  readonly #unseen = new Map<string, KeptDecision>();

  /** `address`, `arms`: those of the experiment. */
  constructor(host: DecisionHost, settings: Settings, address: string, arms = Infinity) {
    this.#host = host;
    this.#settings = settings;
    this.#kept = new KeptDecisions(address, settings.sticky ?? 'profile');
    this.arms = arms;
  }

  /** Throws `invalid_argument` where no decision has a key. */
  require(parameter: string): void {
    if (this.#host.core.reopen) return;
    const reason = 'is for decisions about one arm without a context';
    throw invalidArgument(parameter, this.#settings.pinned.algorithm.type, reason);
  }

  /** The key in the options of `choose`. Throws `invalid_argument`. */
  read([options]: readonly unknown[]): string | undefined {
    if (this.#settings.sticky !== undefined) this.require('sticky');
    if (!this.#host.core.reopen || options === undefined) return undefined;
    const { key } = requireRecord('options', options, ['key']);
    return key === undefined ? undefined : requireString('options.key', key, 200);
  }

  /** What was kept under a key. Not of an arm that the experiment had once. */
  find(key: string): KeptDecision | undefined {
    const unseen = this.#unseen.get(key);
    if (unseen) return unseen;
    const kept = this.#kept.get(key);
    return kept && (kept.fields['arm'] as number) < this.arms
      ? new KeptDecision(this.#host, kept, this.#reserving.get(kept.fields.id))
      : undefined;
  }

  /** What a sticky bandit shows again. */
  shown(): KeptDecision | undefined {
    return this.#settings.sticky && this.find(STICKY);
  }

  /** A forced arm is a test: no later page shows it again. */
  keeps({ withheld }: Drawn, key: string | undefined): boolean {
    return (this.#settings.sticky !== undefined || key !== undefined) && withheld !== 'forced';
  }

  /** The handle of a decision that is kept. */
  open(drawn: Drawn, key: string | undefined, kept: Kept, fate: Promise<Fate>): KeptDecision {
    const decision = new KeptDecision(this.#host, kept, fate, policyOf(drawn));
    if (kept.closesAt === Infinity) {
      if (key !== undefined) this.#unseen.set(key, decision);
      if (this.#settings.sticky !== undefined) this.#unseen.set(STICKY, decision);
    }
    return decision;
  }

  /** Keeps a decision whose window has begun for later pages. */
  keep(drawn: Drawn, key: string | undefined, kept: Kept, fate: Promise<Fate>): void {
    this.#unseen.clear(); // the page is seen
    const until = Date.now() + 30 * DAY_MS;
    const set = (closesAt: number) => {
      if (key !== undefined) this.#kept.set(key, { ...kept, closesAt, until: closesAt });
      if (this.#settings.sticky !== undefined) this.#kept.set(STICKY, { ...kept, closesAt, until });
    };
    if (!drawn.offline || drawn.early) {
      const { id } = kept.fields;
      set(kept.closesAt);
      this.#reserving.set(id, fate);
      void fate.then((reason) => {
        this.#reserving.delete(id);
        if (isReason(reason)) set(0); // without a report there is no answer to take
      });
    }
  }
}
