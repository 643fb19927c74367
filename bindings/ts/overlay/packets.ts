// What bandits tell of their packets and their budget.
import type { Bandit, BanditEvent } from '../client/types.js';
import type { SharedBandit } from '../components/shared-bandit.js';

const MOST_LINES = 20;

export class Packets {
  /** The newest first: experiment, what happened, which report. */
  lines: readonly (readonly string[])[] = [];
  readonly #followed = new WeakSet<Bandit>();
  readonly #budgets = new WeakMap<SharedBandit, string>();
  readonly #stop = new AbortController();

  /** From now on. A bandit that is followed already is not followed twice. */
  follow(shared: SharedBandit): void {
    const { bandit } = shared;
    if (!bandit || this.#followed.has(bandit)) return;
    this.#followed.add(bandit);
    this.#follow(shared, bandit).catch(() => {}); // ends with the overlay, or the bandit
  }

  budgetOf(shared: SharedBandit): string {
    return this.#budgets.get(shared) ?? (shared.bandit ? 'is being read' : 'no bandit is open');
  }

  stop(): void {
    this.#stop.abort();
  }

  async #follow(shared: SharedBandit, bandit: Bandit): Promise<void> {
    const events = bandit.events({ signal: this.#stop.signal });
    await this.#readBudget(shared, bandit);
    for await (const event of events) {
      this.lines = [[shared.experiment, ...describe(event)], ...this.lines].slice(0, MOST_LINES);
      await this.#readBudget(shared, bandit);
    }
  }

  async #readBudget(shared: SharedBandit, bandit: Bandit): Promise<void> {
    const { spent, limit, reports } = await bandit.budget();
    const text = `epsilon ${spent.epsilon} of ${limit.epsilon}, ${reports} reports`;
    this.#budgets.set(shared, text);
  }
}

function describe(event: BanditEvent): readonly [string, string] {
  switch (event.type) {
    case 'queued':
      return [event.answered ? 'queued, answered' : 'queued', event.report.id];
    case 'sent':
      return [`sent, ${event.bytes} bytes`, event.ids.join(', ')];
    case 'withheld':
      return ['withheld', event.reason];
    case 'snapshot':
      return ['snapshot', String(event.snapshot.id)];
    case 'error':
      return ['error', event.error.message];
  }
}
