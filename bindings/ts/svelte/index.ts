// `ldp-bandits/svelte`: Svelte 4 and 5. Stores and an action, which both have.
import { getContext, setContext } from 'svelte';
import type { AlgorithmSpec, AlgorithmType } from '../client/types.js';
import {
  type Bandits,
  type BanditsSetup,
  type PlacementCalls,
  type PlacementOptions,
  type PlacementState,
  shareBandits,
} from '../components/index.js';

/** Of the bandits of a component: the same in every copy of this module. */
const KEY = Symbol.for('ldp-bandits.svelte');

/** While a component begins: what it and all components below it share. Gives it, to change its `setup`. */
export function setBandits(setup: BanditsSetup): Bandits {
  return setContext(KEY, shareBandits(setup));
}

/** A store of what to show; its functions may be passed on alone. */
export interface UsedBandit<T extends AlgorithmType = AlgorithmType> extends PlacementCalls<T> {
  /** The contract of a store. It opens the bandit while there is a listener. */
  readonly subscribe: (run: (state: PlacementState<T>) => void) => () => void;
  /** An action for the element that shows the option: what is seen of it is what counts. */
  readonly seen: (element: Element) => { destroy(): void };
}

/**
 * The option that this place shows. Mounting spends nothing: the decision opens when the element of `seen` is seen,
 * once for the same experiment and key however often components mount.
 *
 * @throws Error without {@link setBandits} in a component above.
 */
export function useBandit<const T extends AlgorithmType>(
  experiment: string,
  algorithm: AlgorithmSpec<T>,
  options: PlacementOptions<T>,
): UsedBandit<T> {
  const bandits = getContext<Bandits | undefined>(KEY);
  if (!bandits) throw new Error('useBandit needs setBandits({…}) in a component above.');
  const placement = bandits.placement<T>(experiment, algorithm, options);
  const { getServerSnapshot, getSnapshot, expose, reward } = placement;
  return {
    subscribe: (run) => {
      run(getServerSnapshot());
      const leave = placement.subscribe(() => run(getSnapshot()));
      let isHere = true;
      // What the server has rendered is taken over first.
      queueMicrotask(() => {
        if (isHere && getSnapshot() !== getServerSnapshot()) run(getSnapshot());
      });
      return () => {
        isHere = false;
        leave();
      };
    },
    seen: (element) => ({ destroy: placement.observe(element) }),
    exposed: expose,
    reward,
  };
}

export type * from '../components/types.js';
