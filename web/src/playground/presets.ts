/** Worlds to begin with. */
import { ren2020 } from 'ldp-bandits/papers';
import { entryOf } from './build-spec.js';
import { type ArmDraft, armOf, DEFAULTS, type Draft, type LearnerDraft } from './draft.js';
import { armsOf } from './read-spec.js';

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

/** The twenty arms of figures 1c and 1d, of five laws. */
function paperArms(): readonly ArmDraft[] {
  const spec = ren2020.figures.find(({ id }) => id === '1c')?.specs('quick')[0]?.spec;
  if (!spec) throw new TypeError('the paper has no figure 1c');
  return armsOf(spec.environment);
}

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
    name: '3 arms, close',
    about: 'Five points between the best and the next: noise is most of what a learner hears.',
    arms: bernoulli(0.55, 0.5, 0.45),
    learners: learners('ldp-thompson', 'he-ldp-ucb-bernoulli'),
  },
  {
    name: '10 arms, three levels',
    about: 'Visitors choose their ε from a menu; a tenth send nothing.',
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
    name: 'The paper’s 20 arms',
    about: 'Ren et al. 2020, section 4: rewards of five laws, everybody at ε = 2.',
    arms: paperArms(),
    epsilon: '2',
    horizon: '200000',
    replicates: '10',
    learners: learners('ldp-thompson', 'he-ldp-ucb-bernoulli', 'he-ldp-ucb-laplace'),
  },
  {
    name: 'A switching adversary',
    about: 'All arms get better and worse together, on purpose: averages over rounds mislead.',
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
    name: 'An A/B test',
    about:
      'Three variants, of which one is better. Each rule stops once it knows, and its answer is played from then on.',
    world: 'test',
    arms: bernoulli(0.7, 0.5, 0.45),
    horizon: '20000',
    learners: learners('ldp-duel', 'ldp-kl-lucb', 'ldp-sequential-halving'),
  },
  {
    name: 'Two numbers to tune',
    about:
      'Visitors see two points near the current one and prefer one; one noisy bit about that leaves.',
    world: 'tuning',
    arms: bernoulli(0.5),
    horizon: '50000',
    learners: learners('ldp-two-point'),
  },
  {
    name: 'Linear, d = 5',
    about:
      'Every visitor sees 100 arms of their own, each described by five numbers: what the device knows, and the server must not.',
    world: 'linear',
    arms: bernoulli(0.5, 0.5),
    horizon: '20000',
    replicates: '8',
    learners: learners('ldp-linear-moments', 'ldp-linucb'),
  },
  {
    name: 'A slate of three',
    about:
      'Three of nine cards are shown, at most one of a kind. Visitors react to all three, and one bit about one of them leaves.',
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
