/** Worlds to begin with. */
import { entryOf } from './build-spec.js';
import { type ArmDraft, armOf, DEFAULTS, type Draft, type LearnerDraft } from './draft.js';

export interface Preset {
  readonly name: string;
  /** What there is to see. */
  readonly about: string;
  readonly draft: Draft;
}

const bernoulli = (...means: readonly number[]) =>
  means.map((mean) => armOf('bernoulli', { mean: String(mean) }));

function learners(...types: readonly string[]): readonly LearnerDraft[] {
  return types
    .filter((type) => entryOf(type) !== undefined)
    .map((type, number) => ({ number, type, values: {} }));
}

/**
 * The twenty arms of figures 1c and 1d in Ren et al. 2020, section 4, of five laws. Written out: the figures in
 * `ldp-bandits/papers` are four times the rest of this page.
 */
const PAPER_ARMS: readonly ArmDraft[] = (
  [
    [1, armOf('bernoulli', { mean: '0.9' })],
    [5, armOf('beta', { alpha: '4' })],
    [5, armOf('two-point', { low: '0.4', high: '1' })],
    [5, armOf('bernoulli', { mean: '0.6' })],
    [4, armOf('uniform', { low: '0', high: '1' })],
  ] as const
).flatMap(([count, arm]) => new Array<ArmDraft>(count).fill(arm));

/** Three kinds of three: the second best of the first kind is better than the best of the last. */
const slateArms: readonly ArmDraft[] = [
  [0.8, 0.7, 0.4],
  [0.6, 0.5, 0.3],
  [0.5, 0.4, 0.2],
].flatMap((means, kind) =>
  means.map((mean) => armOf('bernoulli', { mean: String(mean), kind: String(kind + 1) })),
);

/** What differs from the defaults. */
type World = Omit<Preset, 'draft'> & Partial<Draft> & Pick<Draft, 'arms' | 'learners'>;

const WORLDS: readonly World[] = [
  {
    name: 'Three ε compared',
    about: 'Five arms; the best wins 60 percent of the time, the next two 50.',
    arms: bernoulli(0.6, 0.5, 0.5, 0.4, 0.3),
    epsilon: '4 1 0.5',
    learners: learners('ldp-thompson'),
  },
  {
    name: '3 arms, close',
    about: 'The best arm leads by five points, so most of what a learner hears is noise.',
    arms: bernoulli(0.55, 0.5, 0.45),
    learners: learners('ldp-thompson', 'he-ldp-ucb-bernoulli'),
  },
  {
    name: '10 arms, menu of ε',
    about: 'Visitors choose their ε from a menu; ten percent send nothing.',
    arms: bernoulli(0.8, 0.7, 0.7, 0.6, 0.6, 0.5, 0.5, 0.4, 0.4, 0.3),
    levels: 'menu',
    silent: '10',
    menu: [
      { level: '0.5', share: '40' },
      { level: '1', share: '30' },
      { level: '4', share: '20' },
    ],
    learners: learners('ldp-thompson', 'ldp-imed', 'weighted-ldp-ucb'),
  },
  {
    name: '20 arms of a paper',
    about: 'Ren et al. 2020, section 4: rewards of five distributions, ε = 2.',
    arms: PAPER_ARMS,
    epsilon: '2',
    horizon: '200000',
    replicates: '10',
    learners: learners('ldp-thompson', 'he-ldp-ucb-bernoulli', 'he-ldp-ucb-laplace'),
  },
  {
    name: 'Adversary',
    about: 'All arms get better and worse together, so averages over rounds mislead.',
    world: 'switching',
    arms: bernoulli(0.5, 0.5),
    switchingArms: '10',
    epsilon: '2',
    learners: [
      ...learners('ldp-tsallis-inf', 'ldp-exp3', 'ldp-thompson'),
      { number: 3, type: 'one-point-reduction', values: { learner: 'ucb1' } },
    ],
  },
  {
    name: 'A/B test',
    about:
      'Three options, one of them better. Each rule stops when it is sure and plays its answer.',
    world: 'test',
    arms: bernoulli(0.7, 0.5, 0.45),
    horizon: '20000',
    learners: learners('ldp-duel', 'ldp-kl-lucb', 'ldp-sequential-halving'),
  },
  {
    name: 'Two sliders',
    about: 'Visitors see two settings and prefer one. One noisy bit about that leaves.',
    world: 'tuning',
    arms: bernoulli(0.5),
    horizon: '50000',
    learners: learners('ldp-two-point'),
  },
  {
    name: 'Linear, d = 5',
    about: 'Each visitor sees 100 new arms, described by five private numbers.',
    world: 'linear',
    arms: bernoulli(0.5, 0.5),
    horizon: '20000',
    replicates: '8',
    learners: learners('ldp-linear-moments', 'ldp-linucb'),
  },
  {
    name: 'Sets of three',
    about: 'Three of nine arms are shown, at most one of a kind. One bit about one of them leaves.',
    world: 'slate',
    arms: slateArms,
    horizon: '50000',
    replicates: '10',
    learners: learners('cucb-ldp-kl', 'combinatorial-thompson', 'cucb-ldp-bit'),
  },
];

export const PRESETS: readonly Preset[] = WORLDS.map(({ name, about, ...draft }) => ({
  name,
  about,
  draft: { ...DEFAULTS, ...draft },
}));
