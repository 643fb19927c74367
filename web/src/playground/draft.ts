/** What the form holds: texts, as typed. They become a spec, or an error at the field that is wrong. */

export const LAWS = ['bernoulli', 'beta', 'uniform', 'two-point', 'gaussian'] as const;
export type Law = (typeof LAWS)[number];

export interface ArmDraft {
  readonly law: Law;
  /** Of all laws: a change of the law and back loses nothing. */
  readonly values: Readonly<Record<string, string>>;
}

export interface LearnerDraft {
  /** Of the row, for the page. */
  readonly number: number;
  readonly type: string;
  /** Parameters by name; an empty text is the default. */
  readonly values: Readonly<Record<string, string>>;
}

export type LevelsKind = 'one' | 'menu' | 'clipped-gaussian';
export type TransformKind = 'unit' | 'clip' | 'sigmoid' | 'threshold';

export type World = 'arms' | 'switching' | 'test' | 'linear' | 'slate' | 'tuning';

/** Rewards are 0 or 1 here, all visitors have the same ε, and no report is late or lost. */
export const isPlain = (world: World) => world !== 'arms' && world !== 'switching';

export const TUNING_LOSSES = [
  'preference',
  'quadratic',
  'absolute',
  'absolute-quadratic',
  'linear-absolute',
  'random-quadratic',
] as const;

export interface Draft {
  readonly world: World;
  readonly arms: readonly ArmDraft[];
  readonly switchingArms: string;
  /** Arms that are described to each visitor by numbers. */
  readonly linear: Readonly<Record<'dimension' | 'arms' | 'spread', string>> & {
    readonly contexts: 'fresh' | 'fixed';
  };
  /** Some of the arms are shown together, `most` of one kind; an arm's kind is among its values. */
  readonly slate: Readonly<Record<'choose' | 'most', string>>;
  /** Numbers from 0 to 1 are tuned. */
  readonly tuning: { readonly dimension: string; readonly loss: (typeof TUNING_LOSSES)[number] };
  /** How rewards get into [0, 1]; one way for all learners, so that they stay comparable. */
  readonly transform: TransformKind;
  readonly transformValues: Readonly<Record<string, string>>;
  readonly levels: LevelsKind;
  /** One level of all visitors, or several to compare, with spaces between them. */
  readonly epsilon: string;
  /** Shares in per cent. */
  readonly menu: readonly { readonly level: string; readonly share: string }[];
  /** Per cent of the visitors who send nothing. */
  readonly silent: string;
  readonly gaussian: Readonly<Record<(typeof GAUSSIAN_FIELDS)[number], string>>;
  readonly delivery: Readonly<Record<'epoch' | 'delay' | 'lost' | 'serving', string>>;
  readonly learners: readonly LearnerDraft[];
  readonly horizon: string;
  readonly replicates: string;
  readonly seed: string;
}

/** What a form takes; a link may hold more, and is then played without one. */
export const MOST_ARMS = 40;
export const MOST_LEARNERS = 6;
export const MOST_LEVELS = 16;

export const LAW_FIELDS: Readonly<Record<Law, readonly string[]>> = {
  bernoulli: ['mean'],
  beta: ['alpha'],
  uniform: ['low', 'high'],
  'two-point': ['low', 'high', 'probability'],
  gaussian: ['mean', 'deviation'],
};

export const TRANSFORM_FIELDS: Readonly<Record<TransformKind, readonly string[]>> = {
  unit: [],
  clip: ['low', 'high'],
  sigmoid: ['center', 'scale'],
  threshold: ['at'],
};

export const GAUSSIAN_FIELDS = ['mean', 'deviation', 'low', 'high'] as const;

const LAW_VALUES = {
  mean: '0.5',
  alpha: '1',
  low: '0',
  high: '1',
  probability: '0.5',
  deviation: '1',
  // A kind of its own.
  kind: '',
};

export function armOf(law: Law, values: Readonly<Record<string, string>> = {}): ArmDraft {
  return { law, values: { ...LAW_VALUES, ...values } };
}

export const DEFAULTS: Omit<Draft, 'arms' | 'learners'> = {
  world: 'arms',
  switchingArms: '10',
  linear: { dimension: '5', arms: '100', contexts: 'fresh', spread: '1' },
  slate: { choose: '3', most: '1' },
  tuning: { dimension: '2', loss: 'preference' },
  transform: 'unit',
  transformValues: { low: '-1', high: '2', center: '0', scale: '1', at: '0.5' },
  levels: 'one',
  epsilon: '1',
  menu: [
    { level: '0.5', share: '40' },
    { level: '1', share: '30' },
    { level: '4', share: '30' },
  ],
  silent: '0',
  gaussian: { mean: '1', deviation: '1', low: '0', high: '8' },
  delivery: { epoch: '1', delay: '0', lost: '0', serving: 'dense' },
  horizon: '100000',
  replicates: '20',
  seed: 'play',
};

/** Mean reward of an arm; NaN while its fields hold no numbers. */
export function meanOf({ law, values }: ArmDraft): number {
  const value = (name: string) => numberOf(values[name] ?? '');
  switch (law) {
    case 'beta':
      return value('alpha') / (1 + value('alpha'));
    case 'uniform':
      return (value('low') + value('high')) / 2;
    case 'two-point':
      return value('low') + (value('high') - value('low')) * value('probability');
    default:
      return value('mean');
  }
}

/** The levels that are compared; [NaN] for a text without a number. */
export const epsilonsOf = ({ epsilon }: Pick<Draft, 'epsilon'>): readonly number[] =>
  epsilon
    .trim()
    .split(/[,;]?\s+/)
    .map(numberOf);

/** NaN for a text that is no number, also for an empty one. */
export function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}
