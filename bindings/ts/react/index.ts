'use client';
// `ldp-bandits/react`: React 18 and 19.
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { AlgorithmSpec, AlgorithmType } from '../client/types.js';
import {
  type Bandits,
  type BanditsSetup,
  type PlacementCalls,
  type PlacementOptions,
  type PlacementState,
  shareBandits,
} from '../components/index.js';
import { idOf } from '../components/registry.js';

const Context = createContext<Bandits | undefined>(undefined);

/** What the components below it share. Options that change apply to bandits that open later. */
export function BanditProvider({
  children,
  ...setup
}: BanditsSetup & { readonly children?: ReactNode }): ReactElement {
  const terms = idOf({ endpoint: setup.endpoint, privacy: setup.privacy });
  // The first render of a component needs the choices, and its effects run before the one below.
  const { choices, bootstrap } = setup;
  const bandits = useMemo(() => shareBandits(setup), [terms, choices, bootstrap]);
  useEffect(() => {
    bandits.setup = setup;
  });
  return createElement(Context.Provider, { value: bandits }, children);
}

/** What a component gets: the functions stay the same ones. */
export interface UsedBandit<T extends AlgorithmType = AlgorithmType>
  extends PlacementState<T>,
    PlacementCalls<T> {
  /** For the element that shows the option: what is seen of it is what counts. */
  readonly ref: (element: Element | null) => void;
}

/**
 * The option that this place shows. Mounting spends nothing: the decision opens when the element of `ref` is seen,
 * once for the same experiment and key however often components mount.
 *
 * @throws Error without a {@link BanditProvider} above.
 */
export function useBandit<const T extends AlgorithmType>(
  experiment: string,
  algorithm: AlgorithmSpec<T>,
  options: PlacementOptions<T>,
): UsedBandit<T> {
  const bandits = useContext(Context);
  if (!bandits) throw new Error('useBandit needs a <BanditProvider> above its component.');
  const placement = bandits.placement<T>(experiment, algorithm, options);
  const { subscribe, getSnapshot, getServerSnapshot, expose, reward } = placement;
  const state = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
  const stop = useRef<() => void>(undefined);
  const ref = useCallback(
    (element: Element | null) => {
      stop.current?.();
      stop.current = element ? placement.observe(element) : undefined;
    },
    [placement],
  );
  return useMemo(() => ({ ...state, ref, exposed: expose, reward }), [state, ref, expose, reward]);
}

export type * from '../components/types.js';
