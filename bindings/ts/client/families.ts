// Which family an algorithm is of: in a chunk of its own, because a page of multi-armed bandits has no
// use for the names of the others.
import type { CatalogEntry, MultiArmedLocalParameters } from '../generated/catalog.js';
import type { Embedded, Family } from './family.js';

type OtherType = Exclude<CatalogEntry, { readonly family: 'multi-armed' }>['id'];

/** Of arms, with reports that are no bit: the module of `ldp-bandits` has none of them. */
export type NoiseType = Extract<
  keyof MultiArmedLocalParameters,
  `${string}-laplace` | `${string}-graded` | 'ldp-gaussian-ucb'
>;
/** Their names, in fewer bytes than a list. */
const NOISE = /^((weighted|he)-ldp-ucb-laplace|ldp-(thompson-graded|imed-graded|gaussian-ucb))$/;

/** Those of the simulation too: it is their family that refuses them by their name. */
const FAMILIES = {
  contextual: [
    ...(['ldp-linear-moments', 'ldp-linucb', 'online-ldp-linucb'] as const),
    ...(['private-bandits-combiner', 'ldp-glm-newton', 'ldp-glm-sgd'] as const),
    ...(['ldp-glm-gloc', 'ldp-glm-published'] as const),
    ...(['jdp-linucb', 'shuffle-linucb', 'oful', 'gloc', 'ucb-glm'] as const),
  ],
  combinatorial: [
    ...(['combinatorial-thompson', 'cucb-ldp-bit', 'cucb-ldp-joint'] as const),
    ...(['cucb-ldp-sum', 'cucb-ldp2', 'cucb-ldp1', 'cucb-ldp-kl', 'cucb-dp', 'cucb'] as const),
    'combinatorial-thompson-free' as const,
  ],
  bestArm: [
    ...(['ldp-kl-lucb', 'ldp-successive-elimination', 'ldp-lil-ucb'] as const),
    ...(['ldp-sequential-halving', 'ldp-duel', 'one-point-reduction'] as const),
    ...(['kl-lucb', 'successive-elimination', 'lil-ucb', 'sequential-halving'] as const),
  ],
  convex: [
    ...(['ldp-two-point', 'ldp-one-point', 'ldp-stochastic-convex'] as const),
    ...(['two-point', 'one-point', 'stochastic-convex'] as const),
  ],
} as const satisfies Record<string, readonly OtherType[]>;

/** The entry of the package that a page imports for an algorithm; undefined: none, or no family has it. */
export function entryOf(type: string): string | undefined {
  const entries = {
    contextual: 'ldp-bandits/contexts',
    combinatorial: 'ldp-bandits/slates',
    bestArm: 'ldp-bandits/best-arm',
    convex: 'ldp-bandits/points',
  };
  if (NOISE.test(type)) return 'ldp-bandits/noise';
  const family = familyOf(type);
  return family && entries[family];
}

const familyOf = (type: string) =>
  (Object.keys(FAMILIES) as (keyof typeof FAMILIES)[]).find((family) =>
    (FAMILIES[family] as readonly string[]).includes(type),
  );

/** Fails to compile if an algorithm is in none of them. */
type Named = (typeof FAMILIES)[keyof typeof FAMILIES][number];
true satisfies OtherType extends Named ? true : false;

/** Every family that a page loads beside the entry, and how. */
export type FamilyLoaders = Readonly<
  Record<
    keyof typeof FAMILIES,
    () => Promise<{ readonly family: Family; readonly embedded?: Embedded }>
  >
>;

/** Loads the family of an algorithm. Undefined: none of these has it. */
export function loadFamily(loaders: FamilyLoaders, type: string) {
  const family = familyOf(type);
  return family && loaders[family]();
}
