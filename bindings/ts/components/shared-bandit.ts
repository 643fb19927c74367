// One bandit of an experiment for all components of a page: opened when the first is mounted, and disposed some
// time after the last is gone.
import type {
  AlgorithmSpec,
  AlgorithmType,
  Bandit,
  BanditOptions,
  BudgetLedger,
} from '../client/types.js';
import { isDevelopment } from '../internal/development.js';
import type { LivePlacement } from './placement.js';
import type { Bandits } from './types.js';

/** The default of `responseWindowMs`. */
const WINDOW_MS = 10_000;
/** A timer of more ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class SharedBandit {
  readonly placements = new Map<string, LivePlacement>();
  /** Whose setup may speak for it. */
  readonly users = new WeakSet<Bandits>();
  /** Undefined while it is not open. */
  bandit: Bandit | undefined;
  /**
   * Of the component that was rendered last, or the setup that was changed since: others may hold what the page knew
   * once.
   */
  bandits: Bandits;
  #opening: Promise<Bandit> | undefined;
  #mounted = 0;
  #end: ReturnType<typeof setTimeout> | undefined;

  /** `id` tells it from all others of the page. */
  constructor(
    readonly id: string,
    readonly experiment: string,
    readonly algorithm: AlgorithmSpec,
    bandits: Bandits,
  ) {
    this.bandits = bandits;
  }

  /** Counts one user more, until {@link release}. */
  acquire(): Promise<Bandit> {
    this.#mounted++;
    clearTimeout(this.#end);
    return this.open();
  }

  /**
   * Frameworks unmount and mount again, and a visitor comes back to a view: the bandit stays until the response window
   * of its last decision is over.
   */
  release(): void {
    if (--this.#mounted > 0) return;
    this.#end = setTimeout(
      () => {
        const opening = this.#opening;
        this.bandit = this.#opening = undefined;
        for (const placement of this.placements.values()) placement.forget();
        opening?.then(
          (bandit) => bandit.dispose(),
          () => {}, // told by `open`
        );
      },
      Math.min(this.bandits.setup.responseWindowMs ?? WINDOW_MS, LONGEST_TIMER_MS),
    );
  }

  /** After a failure the next call tries again. */
  open(): Promise<Bandit> {
    if (this.#opening) return this.#opening;
    const opening = this.#open().then(
      (bandit) => {
        if (this.#opening === opening) this.bandit = bandit;
        return bandit;
      },
      (error: unknown) => {
        if (this.#opening === opening) this.#opening = undefined;
        this.tell(error);
        throw error;
      },
    );
    this.#opening = opening;
    return opening;
  }

  /** As `onError` of a bandit, for what happens where there is none. */
  tell(error: unknown): void {
    const tell = this.bandits.setup.onError ?? ((cause: unknown) => console.warn(cause));
    tell(error as never);
  }

  async #open(): Promise<Bandit> {
    const { choices: _, forced: __, createBandit, ...options } = this.bandits.setup;
    const create = createBandit ?? (await import('../client/index.js')).createBandit;
    const ledger = options.ledger ?? (await ledgerOfBuild());
    return create<AlgorithmType>({
      ...options,
      ...(ledger && { ledger }),
      experiment: this.experiment,
      algorithm: this.algorithm,
      mayReport: () => this.bandits.setup.mayReport?.() ?? true,
    } as BanditOptions);
  }
}

/** Undefined: that of the client. */
async function ledgerOfBuild(): Promise<BudgetLedger | undefined> {
  if (!isDevelopment() || !('indexedDB' in globalThis)) return undefined;
  return (await import('./development-ledger.js')).developmentLedger();
}
