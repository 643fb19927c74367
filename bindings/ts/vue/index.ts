// `ldp-bandits/vue`: Vue 3, and 2.7.
import {
  type ComputedRef,
  computed,
  type InjectionKey,
  inject,
  onMounted,
  onUnmounted,
  provide,
  shallowRef,
} from 'vue';
import type { AlgorithmMap, AlgorithmSpec, AlgorithmType } from '../client/types.js';
import {
  type Bandits,
  type BanditsSetup,
  type PlacementCalls,
  type PlacementOptions,
  type PlacementStatus,
  shareBandits,
} from '../components/index.js';

/** Of the bandits of an app: the same in every copy of this module. */
const KEY = Symbol.for('ldp-bandits.vue') as InjectionKey<Bandits>;

/** For `app.use(banditsPlugin(setup))` of Vue 3: what all components of the app share. */
export function banditsPlugin(setup: BanditsSetup): {
  install(app: { provide(key: InjectionKey<Bandits>, value: Bandits): unknown }): void;
} {
  return {
    install: (app) => {
      app.provide(KEY, shareBandits(setup));
    },
  };
}

/** In the `setup` of a component: what all components below it share. Gives it, to change its `setup`. */
export function provideBandits(setup: BanditsSetup): Bandits {
  const bandits = shareBandits(setup);
  provide(KEY, bandits);
  return bandits;
}

export interface UsedBandit<T extends AlgorithmType = AlgorithmType> extends PlacementCalls<T> {
  readonly action: ComputedRef<AlgorithmMap[T]['action']>;
  readonly status: ComputedRef<PlacementStatus>;
  /** Why there is no bandit, or no decision. */
  readonly error: ComputedRef<Error | undefined>;
  /** For the element or component that shows the option, `:ref="ref"`: what is seen of it is what counts. */
  readonly ref: (shown: unknown) => void;
}

/**
 * The option that this place shows. Mounting spends nothing: the decision opens when the element of `ref` is seen,
 * once for the same experiment and key however often components mount.
 *
 * @throws Error without {@link banditsPlugin} or {@link provideBandits}.
 */
export function useBandit<const T extends AlgorithmType>(
  experiment: string,
  algorithm: AlgorithmSpec<T>,
  options: PlacementOptions<T>,
): UsedBandit<T> {
  const bandits = inject(KEY, undefined);
  if (!bandits) throw new Error('useBandit needs app.use(banditsPlugin({…})), or provideBandits.');
  const placement = bandits.placement<T>(experiment, algorithm, options);
  // What the server has rendered, until the component is mounted.
  const state = shallowRef(placement.getServerSnapshot());
  const update = () => {
    state.value = placement.getSnapshot();
  };
  let leave: (() => void) | undefined;
  let stop: (() => void) | undefined;
  let watched: unknown;
  const watch = (shown: unknown) => {
    const element = (shown as { readonly $el?: unknown } | null)?.$el ?? shown;
    if (element === watched) return; // Vue calls it after every render
    watched = element;
    stop?.();
    stop = element instanceof Element ? placement.observe(element) : undefined;
  };
  onMounted(() => {
    leave = placement.subscribe(update);
    update();
  });
  onUnmounted(() => {
    leave?.();
    watch(null);
  });
  return {
    action: computed(() => state.value.action),
    status: computed(() => state.value.status),
    error: computed(() => state.value.error),
    ref: watch,
    exposed: placement.expose,
    reward: placement.reward,
  };
}

export type * from '../components/types.js';
