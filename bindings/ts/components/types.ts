// What a page tells its components once, and what a component gets.
import type {
  AlgorithmMap,
  AlgorithmSpec,
  AlgorithmType,
  Bandit,
  BanditOptions,
  Picked,
  ReportOutcome,
} from '../client/types.js';
import type { Forced } from '../internal/forced-arm.js';

/** What all components of a page share. Options that are not here are as in {@link BanditOptions}. */
export interface BanditsSetup
  extends Pick<
    BanditOptions,
    | 'endpoint'
    | 'privacy'
    | 'mayReport'
    | 'ledger'
    | 'fetch'
    | 'bootstrap'
    | 'timeoutMs'
    | 'responseWindowMs'
    | 'maxDelayMs'
    | 'worker'
    | 'leaving'
    | 'wasm'
    | 'onError'
  > {
  /**
   * Options that `pick` of `ldp-bandits/bootstrap` has drawn already, on a server or before the first paint: under the
   * name of the experiment, of a component with a key under `name/key`. They are shown at once, and are the first
   * render of server and browser alike.
   */
  readonly choices?: Readonly<Record<string, Picked>>;
  /**
   * Where `?ldp-<experiment>=<arm>` in the address shows that option and reports nothing: in a `development` build
   * (`process.env.NODE_ENV` is there and not `production`), `always` or `never`, as any other value. Any site can link to such an address.
   * Default: `development`.
   */
  readonly forced?: Forced;
  /** Default: that of `ldp-bandits`, which is loaded when the first component is mounted. */
  readonly createBandit?: <T extends AlgorithmType>(
    options: BanditOptions<T>,
  ) => Promise<Bandit<T>>;
}

/** What one component says about its decision. */
export interface PlacementOptions<T extends AlgorithmType = AlgorithmType> {
  /** Shown while the option is not known, and where it never will be. Nothing is reported about it. */
  readonly fallback: AlgorithmMap[T]['action'];
  /**
   * Components with the same experiment and key share one decision and one report. Default: the empty text.
   * It must not depend on what the visitor does.
   */
  readonly key?: string;
  /**
   * Shows a returning visitor the option that was seen, without another report: in this tab's `session`,
   * or in this browser `profile` for 30 days. For decisions about one arm without a context.
   */
  readonly sticky?: 'session' | 'profile';
  /**
   * Of algorithms with a context: asked at exposure, that of the latest call. The context never leaves. One that throws
   * gives a decision about no features, as a context that is none does, and `onError` is told.
   */
  readonly context?: () => AlgorithmMap[T]['context'][0];
}

/**
 * `loading`: the fallback, until the option is known. `ready`: the option, which was not seen yet: nothing is
 * spent. For contexts, slates and points it is the fallback still. `exposed`: it was seen; the decision is open,
 * and one report leaves where budget and consent allow it. `kept`: the option of an earlier page, seen again; no
 * other report leaves. `forced`: the option that the address names. `failed`: there is no bandit; what was shown
 * stays.
 */
export type PlacementStatus = 'loading' | 'ready' | 'exposed' | 'kept' | 'forced' | 'failed';

/** What a component renders. The same object until something changes. */
export interface PlacementState<T extends AlgorithmType = AlgorithmType> {
  readonly action: AlgorithmMap[T]['action'];
  readonly status: PlacementStatus;
  /** Why there is no bandit, or no decision. */
  readonly error?: Error;
}

/**
 * Why an answer in a component does not count, beside the reasons of a decision: `forced`: the address names the
 * option; `not_exposed`: it was not seen, and an answer must not be what opens a decision; `failed`: there is none.
 */
export type PlacementOutcome =
  | ReportOutcome
  | { readonly status: 'withheld'; readonly reason: 'forced' | 'not_exposed' | 'failed' };

/** One place of the page that shows an option. Its functions may be passed on alone. */
export interface Placement<T extends AlgorithmType = AlgorithmType> {
  /** Opens the bandit while there is a listener. Gives what ends it. What a listener throws goes to `onError`. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => PlacementState<T>;
  /** What a server renders, and the browser first: the choice of the setup, else the fallback. */
  readonly getServerSnapshot: () => PlacementState<T>;
  /**
   * Takes the option as seen once half of the element, or as much of it as fills half of the screen, is on the screen
   * of a visible page. Gives what ends the watching.
   */
  readonly observe: (element: Element) => () => void;
  /**
   * The option is seen: its decision opens, once, and one report's budget is spent. For what {@link observe} cannot
   * watch. Does nothing while the status is not `ready`. In a page that no visitor sees yet it waits until the page is
   * seen. Never call it in reaction to an answer.
   */
  readonly expose: () => void;
  /** As `Decision.reward`: an answer is on its way to the disk before this call returns. */
  readonly reward: (feedback: AlgorithmMap[T]['feedback']) => Promise<PlacementOutcome>;
}

/** What a component of any framework gets beside its option: functions that may be passed on alone. */
export interface PlacementCalls<T extends AlgorithmType = AlgorithmType> {
  /** As {@link Placement.expose}, where there is no element to watch. */
  readonly exposed: Placement<T>['expose'];
  /** As {@link Placement.reward}. */
  readonly reward: Placement<T>['reward'];
}

/** The bandits of a page, for its components. */
export interface Bandits {
  /** What bandits that open later are opened with. `mayReport` is read at every decision. */
  setup: BanditsSetup;
  /**
   * The place that shows this experiment. The same object for the same experiment, algorithm, terms and key, so a
   * component may call this whenever it renders; but for `context`, the options of the first call hold. Opens, spends
   * and sends nothing.
   */
  placement<const T extends AlgorithmType>(
    experiment: string,
    algorithm: AlgorithmSpec<T>,
    options: PlacementOptions<T>,
  ): Placement<T>;
}
