// One place of a page: which option it shows, and its one decision, which opens when the option is seen.
import type { AlgorithmMap, AlgorithmType, Bandit, Decision, Picked } from '../client/types.js';
import type { LdpError } from '../internal/errors.js';
import { forcedArm } from '../internal/forced-arm.js';
import { waitsForVisitor, watchElement } from './exposure.js';
import { idOf } from './registry.js';
import type { SharedBandit } from './shared-bandit.js';
import { keepArm, keptArm } from './shown.js';
import type {
  Placement,
  PlacementOptions,
  PlacementOutcome,
  PlacementState,
  PlacementStatus,
} from './types.js';

export class LivePlacement implements Placement {
  readonly #shared: SharedBandit;
  readonly #options: PlacementOptions;
  /** Under which its decision, and the arm that was seen, are kept for later pages. */
  readonly #key: string;
  readonly #shownId: string;
  readonly #first: PlacementState;
  /** Of the latest render: an older one knows what the page knew then. */
  context: PlacementOptions['context'];
  readonly #listeners = new Set<() => void>();
  readonly #onScreen = new Set<Element>();
  #state: PlacementState;
  /** Of the setup. */
  readonly #given: Picked | undefined;
  #choice: Picked | undefined;
  #isKept = false;
  #isSeen = false;
  #holds = false;
  /** Exposed before the page is seen. */
  #waits = false;
  #decision: Decision | undefined;
  /** Ends when there is a decision, or will be none. */
  #deciding: Promise<void> | undefined;

  constructor(shared: SharedBandit, key: string, options: PlacementOptions) {
    const { experiment, algorithm, bandits } = shared;
    this.#shared = shared;
    this.#options = options;
    this.context = options.context;
    this.#key = `component:${key}`;
    this.#shownId = idOf({ id: shared.id, key });
    const { choices = {}, forced: where } = bandits.setup;
    const name = key ? `${experiment}/${key}` : experiment;
    // An experiment may have the name of what every object has.
    this.#given = Object.keys(choices).includes(name) ? choices[name] : undefined;
    this.#choice = this.#given;
    const { fallback, sticky } = options;
    this.#first = this.#choice
      ? state(this.#choice.action, 'ready')
      : state(fallback as number, 'loading');
    this.#state = this.#first;
    if (typeof document === 'undefined') return;
    // The address cannot know how many rows a context has.
    const { arms = 0 } = algorithm as { readonly arms?: number };
    const forced =
      typeof fallback === 'number' ? forcedArm(experiment, undefined, arms, where) : undefined;
    const kept = sticky && keptArm(this.#shownId, sticky, arms);
    if (forced !== undefined) this.#state = state(forced, 'forced');
    else if (kept !== undefined) {
      this.#isKept = true;
      this.#state = state(kept, 'ready');
    }
  }

  readonly getSnapshot = (): PlacementState => this.#state;
  readonly getServerSnapshot = (): PlacementState => this.#first;

  readonly subscribe = (listener: () => void): (() => void) => {
    const own = () => listener(); // the same function may listen twice
    this.#listeners.add(own);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      if (this.#listeners.delete(own) && this.#listeners.size === 0) this.#end();
    };
  };

  readonly observe = (element: Element): (() => void) => {
    const stop = watchElement(element, (isSeen) => {
      if (isSeen) this.#onScreen.add(element);
      else this.#onScreen.delete(element);
      this.#look();
    });
    return () => {
      stop();
      this.#onScreen.delete(element);
    };
  };

  readonly expose = (): void => {
    if (typeof document === 'undefined') return; // no visitor sees what a server renders
    if (this.#isSeen || this.#state.status !== 'ready') return;
    this.#waits = waitsForVisitor(() => this.#waits && this.expose());
    if (this.#waits) return;
    this.#isSeen = true;
    if (this.#isKept) this.#set({ ...this.#state, status: 'kept' });
    const { bandit } = this.#shared;
    this.#deciding = bandit
      ? this.#decide(bandit)
      : this.#shared.open().then(
          (opened) => this.#decide(opened),
          (error) => this.#fail(error),
        );
  };

  readonly reward = async (
    feedback: AlgorithmMap[AlgorithmType]['feedback'],
  ): Promise<PlacementOutcome> => {
    if (!this.#decision) {
      if (this.#state.status === 'forced') return withheld('forced');
      if (!this.#isSeen)
        return withheld(this.#state.status === 'failed' ? 'failed' : 'not_exposed');
      await this.#deciding;
    }
    if (this.#decision) return this.#decision.reward(feedback);
    return withheld(this.#isKept ? 'too_late' : 'failed');
  };

  /** The bandit is gone. The next one draws anew what was not seen, whose snapshot may be old by then. */
  forget(): void {
    if (this.#isSeen || this.#isKept || this.#state.status !== 'ready') return;
    this.#choice = this.#given;
    this.#state = this.#first;
  }

  #begin(): void {
    if (typeof document === 'undefined' || this.#state.status === 'forced' || this.#decision)
      return;
    this.#holds = true;
    this.#shared.acquire().then(
      (bandit) => this.#arrive(bandit),
      (error) => this.#fail(error),
    );
  }

  #end(): void {
    if (this.#holds) this.#shared.release();
    this.#holds = false;
    this.#waits = false;
  }

  /** Draws the option that is shown from now on. */
  #arrive(bandit: Bandit): void {
    const { status, action } = this.#state;
    if (status !== 'loading' && status !== 'failed') return;
    const { fallback, sticky } = this.#options;
    try {
      if (!this.context && !this.#isKept) this.#choice ??= bandit.pick();
    } catch (error) {
      // Without a public arm what is shown is drawn at exposure.
      if (sticky || (error as LdpError).code !== 'invalid_argument') {
        this.#fail(error);
        return;
      }
    }
    this.#set(state(this.#isKept ? action : (this.#choice?.action ?? fallback), 'ready'));
    this.#look();
  }

  #look(): void {
    if (this.#onScreen.size > 0) this.expose();
  }

  /** Up to the first `await` within the call that exposes. */
  async #decide(bandit: Bandit): Promise<void> {
    try {
      // The report of this visitor is that of an earlier page; its answer may come here.
      if (this.#isKept) this.#decision = await bandit.recall(this.#key);
      else this.#open(bandit);
    } catch (error) {
      this.#fail(error);
    }
  }

  #open(bandit: Bandit): void {
    const { sticky } = this.#options;
    const choice = this.#choice;
    this.#decision = choice
      ? bandit.adopt({ ...choice, ...(sticky && { key: this.#key }) })
      : bandit.choose(...(this.#askContext() as []));
    // A forced arm is a test: no later page shows it again.
    if (choice && sticky && choice.withheld !== 'forced')
      keepArm(this.#shownId, sticky, choice.action);
    this.#set(state(this.#decision.action, 'exposed'));
  }

  /** A context that cannot be asked is none: whether there is a report must not tell what a visitor is like. */
  #askContext(): unknown[] {
    if (!this.context) return [];
    try {
      return [this.context()];
    } catch (error) {
      this.#shared.tell(error);
      return [undefined];
    }
  }

  /** What is shown stays. The next time it is mounted it is tried again. */
  #fail(error: unknown): void {
    this.#isSeen = false;
    this.#deciding = undefined;
    this.#set({ ...this.#state, status: 'failed', error: error as Error });
  }

  #set(next: PlacementState): void {
    this.#state = next;
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        this.#shared.tell(error); // a decision that is open is not undone by it
      }
    }
  }
}

const state = (action: unknown, status: PlacementStatus) => ({ action, status }) as PlacementState;

const withheld = <const R extends string>(reason: R) => ({ status: 'withheld', reason }) as const;
