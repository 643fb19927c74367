// `ldp-bandits/components`: what components of any framework stand on. One bandit of each experiment is shared by the
// whole page; an option is shown for free, and its decision opens when it is seen.
import { placementOf, registryOfPage } from './registry.js';
import type { Bandits, BanditsSetup } from './types.js';

/** Opens nothing: a bandit opens when a component of it is mounted. */
export function shareBandits(setup: BanditsSetup): Bandits {
  let current = setup;
  const bandits: Bandits = {
    get setup() {
      return current;
    },
    set setup(next) {
      current = next;
      for (const shared of registryOfPage().values())
        if (shared.users.has(bandits)) shared.bandits = bandits;
    },
    placement: (experiment, algorithm, options) =>
      placementOf(bandits, experiment, algorithm as never, options as never) as never,
  };
  return bandits;
}

export type * from './types.js';
