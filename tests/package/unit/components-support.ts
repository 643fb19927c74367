// A page with components: what is on the screen is said by the test, and a bandit that counts what it is asked for.
import type { Bandit, BanditOptions, Decision } from 'ldp-bandits';
import { type BanditsSetup, type PlacementOptions, shareBandits } from 'ldp-bandits/components';
import { afterEach, beforeEach, vi } from 'vitest';

type Options = Partial<PlacementOptions<'ldp-thompson'>>;

export const SPEC = { type: 'ldp-thompson', arms: 3 } as const;

/** Observers that tell nothing until the test says what is seen. */
class ScriptedObserver {
  readonly elements = new Set<Element>();

  constructor(readonly tell: (entries: unknown[]) => void) {
    observers.add(this);
  }

  observe(element: Element): void {
    this.elements.add(element);
  }

  disconnect(): void {
    observers.delete(this);
  }
}
const observers = new Set<ScriptedObserver>();
export const watchers = () => observers.size;

/** The share of `element` that the screen shows from now on; `filled`: how much of the screen that is. */
export function show(element: Element, share = 1, filled = share / 10): void {
  for (const { elements, tell } of observers) {
    if (!elements.has(element)) continue;
    const size = { intersectionRatio: share, intersectionRect: { height: filled * 1_000 } };
    tell([{ isIntersecting: share > 0, ...size, rootBounds: { height: 1_000 } }]);
  }
}

export class CountingBandit {
  readonly opened: string[] = [];
  readonly adopted: unknown[] = [];
  readonly chosen: unknown[] = [];
  readonly rewards: unknown[] = [];
  readonly recalled: string[] = [];
  disposed = 0;
  picks = 0;
  /** What creation waits for, or fails with. */
  ready = (): Promise<unknown> => Promise.resolve();
  /** The arm that the public snapshot gives next. Undefined: the family has no public arm. */
  arm: number | undefined = 2;
  options: BanditOptions | undefined;

  readonly setup = {
    endpoint: '/collector',
    privacy: { epsilon: 1, epsilonTotal: 8 },
    onError: () => {},
    createBandit: (async (options: BanditOptions) => {
      this.opened.push(options.experiment);
      this.options = options;
      await this.ready();
      return this.#bandit as unknown as Bandit;
    }) as unknown as NonNullable<BanditsSetup['createBandit']>,
  } satisfies BanditsSetup;

  /** A component's place, which is not mounted. */
  place(options: Options = {}, setup: object = {}) {
    return shareBandits({ ...this.setup, ...setup }).placement('headlines', SPEC, {
      fallback: 0,
      ...options,
    });
  }

  /** A mounted component whose option is known, and its element. */
  async mounted(options: Options = {}, setup: object = {}) {
    const placement = this.place(options, setup);
    const element = document.createElement('h1');
    const unmount = placement.subscribe(() => {});
    const stop = placement.observe(element);
    await turn();
    return { placement, element, unmount, stop };
  }

  /** Decisions that spent. */
  get spent(): number {
    return this.adopted.length + this.chosen.length;
  }

  readonly #bandit = {
    pick: () => {
      this.picks++;
      if (this.arm !== undefined) return { action: this.arm, snapshot: 12 };
      throw Object.assign(new Error('no public arm'), { code: 'invalid_argument' });
    },
    adopt: (given: { readonly action: number }) => {
      this.adopted.push(given);
      return this.#decision(given.action);
    },
    choose: (...context: unknown[]) => {
      this.chosen.push(context);
      return this.#decision(1);
    },
    recall: async (key: string) => {
      this.recalled.push(key);
      return this.#decision(2);
    },
    dispose: async () => {
      this.disposed++;
    },
  };

  #decision(action: unknown): Decision {
    return {
      action,
      reward: async (feedback: unknown) => {
        this.rewards.push(feedback);
        return { status: 'queued' };
      },
    } as unknown as Decision;
  }
}

/** A page that has loaded no component yet. Needs `@vitest-environment jsdom`. */
export function newPage(address = '/'): void {
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (symbol.description?.startsWith('ldp-bandits.components'))
      delete (globalThis as { [name: symbol]: unknown })[symbol];
  observers.clear();
  vi.stubGlobal('IntersectionObserver', ScriptedObserver);
  history.replaceState(null, '', address);
  document.body.replaceChildren();
}

/** Before each test of a file a page that knows nothing, and what its bandits count. */
export function eachOnNewPage(begin: (counts: CountingBandit) => void): void {
  beforeEach(() => {
    newPage();
    localStorage.clear();
    sessionStorage.clear();
    begin(new CountingBandit());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

export const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
