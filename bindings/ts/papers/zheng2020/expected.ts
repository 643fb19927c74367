// What an independent program found, written from docs/spec and in C++ of its own, with floating-point
// noise and a generator of its own: values with their standard errors, before any of the runs that are judged by
// them. As many trials as the figures have unless said.
import type { Found } from './claims.js';
import type { NoiseName } from './noises.js';
import type { Dimension, RowName } from './rows.js';

export interface Setting {
  readonly noise: NoiseName;
  readonly dimension: Dimension;
}

type Rows<T> = Readonly<Record<RowName, T>>;

/** Least-squares slope of the logarithms, T = 2^15 to 2^18, 40 trials, and regret after 2^18 rounds. */
export const rounds: Readonly<
  Record<
    NoiseName,
    Readonly<Record<Dimension, Rows<{ readonly slope: Found; readonly end: Found }>>>
  >
> = {
  bit: {
    5: {
      fkm: { slope: [0.77, 0.016], end: [51_706, 1_150] },
      scfkm: { slope: [0.731, 0.009], end: [65_658, 928] },
      st: { slope: [0.71, 0.008], end: [14_647, 158] },
      hl: { slope: [0.559, 0.025], end: [6_905, 279] },
      twoPoint: { slope: [0.487, 0.012], end: [1_745, 23] },
      twoPointStrong: { slope: [0.221, 0.026], end: [1_184, 46] },
    },
    2: {
      fkm: { slope: [0.766, 0.019], end: [32_574, 843] },
      scfkm: { slope: [0.708, 0.012], end: [34_540, 644] },
      st: { slope: [0.704, 0.011], end: [7_594, 119] },
      hl: { slope: [0.552, 0.034], end: [2_831, 140] },
      twoPoint: { slope: [0.504, 0.008], end: [735, 6] },
      twoPointStrong: { slope: [0.177, 0.04], end: [236, 15] },
    },
  },
  none: {
    5: {
      fkm: { slope: [0.79, 0.005], end: [25_308, 153] },
      scfkm: { slope: [0.727, 0.004], end: [30_571, 213] },
      st: { slope: [0.702, 0.004], end: [7_178, 32] },
      hl: { slope: [0.578, 0.017], end: [2_541, 61] },
      twoPoint: { slope: [0.512, 0.006], end: [308, 1.5] },
      twoPointStrong: { slope: [-0.003, 0.052], end: [2.81, 0.24] },
    },
    2: {
      fkm: { slope: [0.775, 0.006], end: [16_084, 134] },
      scfkm: { slope: [0.719, 0.007], end: [17_745, 207] },
      st: { slope: [0.689, 0.006], end: [3_592, 21] },
      hl: { slope: [0.529, 0.026], end: [1_080, 39] },
      twoPoint: { slope: [0.503, 0.004], end: [209, 0.95] },
      twoPointStrong: { slope: [-0.013, 0.042], end: [0.589, 0.05] },
    },
  },
  gaussian: {
    5: {
      fkm: { slope: [0.814, 0.019], end: [87_552, 1_984] },
      scfkm: { slope: [0.737, 0.007], end: [124_679, 1_274] },
      st: { slope: [0.73, 0.012], end: [32_837, 383] },
      hl: { slope: [0.651, 0.035], end: [22_183, 1_305] },
      twoPoint: { slope: [0.486, 0.027], end: [6_241, 168] },
      twoPointStrong: { slope: [0.279, 0.031], end: [8_038, 370] },
    },
    2: {
      fkm: { slope: [0.839, 0.023], end: [60_214, 1_906] },
      scfkm: { slope: [0.723, 0.012], end: [67_385, 1_255] },
      st: { slope: [0.694, 0.016], end: [16_556, 276] },
      hl: { slope: [0.621, 0.036], end: [8_919, 480] },
      twoPoint: { slope: [0.492, 0.018], end: [2_558, 52] },
      twoPointStrong: { slope: [0.198, 0.048], end: [1_802, 126] },
    },
  },
};

/** Least-squares slopes of ln R on ln s at T = 2^18, d = 5, epsilon 0.5, 1, 2 and 5. */
export const noiseExponents: Readonly<Record<'bit' | 'gaussian', Rows<Found>>> = {
  bit: {
    fkm: [0.466, 0.02],
    scfkm: [0.547, 0.012],
    st: [0.656, 0.01],
    hl: [0.921, 0.032],
    twoPoint: [0.984, 0.015],
    twoPointStrong: [1.63, 0.043],
  },
  gaussian: {
    fkm: [0.503, 0.02],
    scfkm: [0.563, 0.007],
    st: [0.657, 0.012],
    hl: [0.918, 0.029],
    twoPoint: [1.091, 0.018],
    twoPointStrong: [1.655, 0.037],
  },
};

/** Regret of practical steps over that of theory: one bit at epsilon 1, d = 5, T = 2^18. */
export const practical: Readonly<Record<'fkm' | 'st', Found>> = {
  fkm: [0.826, 0.021],
  st: [0.691, 0.015],
};

interface InOneDimension {
  /** T = 2^16 to 2^22, 20 trials. */
  readonly slope: Found;
  readonly end: Found;
}

/** Where trials hardly differ, as all cut at the same time, two per cent stand for an error. */
export const oneDimension: Readonly<
  Record<'absolute' | 'quadratic', Readonly<Record<'none' | 'bit', InOneDimension>>>
> = {
  absolute: {
    none: { slope: [0.615, 0.01], end: [121_231, 2_400] },
    bit: { slope: [0.712, 0.01], end: [238_592, 4_800] },
  },
  quadratic: {
    none: { slope: [0.661, 0.01], end: [29_771, 600] },
    bit: { slope: [0.695, 0.015], end: [49_823, 3_160] },
  },
};

/** Regret after 2^18 rounds, epsilon 1, 40 trials. */
export const arms: {
  /** Of a slope over 2^14 to 2^18 rounds, as if these were independent. */
  readonly slopeError: number;
  readonly ends: Readonly<
    Record<
      'switching' | 'fixed',
      Readonly<Record<'tsallis' | 'tsallisFree' | 'exp3' | 'laplace', Found>>
    >
  >;
} = {
  slopeError: 0.036,
  ends: {
    switching: {
      tsallis: [1_657, 123],
      tsallisFree: [442, 15],
      exp3: [4_372, 123],
      laplace: [2_746, 111],
    },
    fixed: {
      tsallis: [1_535, 44],
      tsallisFree: [427, 11],
      exp3: [4_139, 98],
      laplace: [2_703, 104],
    },
  },
};

export type CountLevel = 0.5 | 1 | 2 | 5 | 'none';

/**
 * After how many visitors KL-LUCB would stop if every frequency were its mean, at an error probability of 0.05:
 * half of them see the best arm, the others as many of each other arm as its upper bound needs to reach the best
 * one's lower bound. By bisection over the level where the bounds meet.
 */
export const predicted: Readonly<
  Record<'linear' | 'sparse', Readonly<Record<CountLevel, number>>>
> = {
  linear: { 0.5: 598_906, 1: 153_088, 2: 50_365, 5: 27_410, none: 26_528 },
  sparse: { 0.5: 119_087, 1: 30_353, 2: 10_113, 5: 5_621, none: 5_449 },
};

/** Visitors until a rule stopped: one bit at epsilon 1, 64 trials, the others 48. */
export const counts: Readonly<
  Record<'linear' | 'sparse', Readonly<Record<'klLucb' | 'elimination' | 'lilHeuristic', Found>>>
> = {
  linear: {
    klLucb: [151_506, 4_486],
    elimination: [161_880, 5_290],
    lilHeuristic: [28_948, 1_686],
  },
  sparse: {
    klLucb: [29_330, 542],
    elimination: [39_930, 1_189],
    lilHeuristic: [12_633, 370],
  },
};

/** Three arms of means 0.9, 0.5 and 0.5, one bit at epsilon 1. */
export const wrongAnswers: {
  /** A share of 10,000 runs with a budget of 100. */
  readonly halving: Found;
  /** At an error probability of 0.05, 2,000 trials. */
  readonly stops: Readonly<Record<'klLucb' | 'elimination' | 'lilHeuristic', Found>>;
} = {
  halving: [0.0902, 0.0029],
  stops: {
    klLucb: [2_188, 12],
    elimination: [2_382, 13],
    lilHeuristic: [892, 10],
  },
};

export type LinkLearner =
  | 'newtonBall'
  | 'newtonGauss'
  | 'glocBall'
  | 'glocGauss'
  | 'sgdBall'
  | 'sgdGauss'
  | 'published';

/** Clicks, regret after 100,000 rounds, 16 trials; at epsilon 1 64 of newtonBall and of algorithm 3. */
export const links: {
  /** Of a slope over the last decade, as if its checkpoints were independent; of algorithm 3. */
  readonly slopeError: number;
  /** Of algorithm 3 over uniform play, in 24 trials. */
  readonly shareError: number;
  /** Greedy over optimistic, at epsilon 2. */
  readonly greedy: Found;
  readonly ends: Readonly<Record<0.5 | 1 | 2 | 5 | 10, Readonly<Record<LinkLearner, Found>>>>;
} = {
  slopeError: 0.05,
  shareError: 0.067,
  greedy: [0.926, 0.117],
  ends: {
    0.5: {
      newtonBall: [6_634, 732],
      newtonGauss: [12_455, 1_027],
      glocBall: [7_780, 726],
      glocGauss: [14_354, 891],
      sgdBall: [5_715, 650],
      sgdGauss: [12_633, 1_002],
      published: [17_067, 1_403],
    },
    1: {
      newtonBall: [4_062, 422],
      newtonGauss: [8_899, 774],
      glocBall: [5_516, 470],
      glocGauss: [10_135, 668],
      sgdBall: [2_910, 307],
      sgdGauss: [9_024, 879],
      published: [18_831, 1_476],
    },
    2: {
      newtonBall: [2_662, 261],
      newtonGauss: [5_415, 473],
      glocBall: [2_958, 288],
      glocGauss: [6_069, 438],
      sgdBall: [2_135, 230],
      sgdGauss: [5_407, 563],
      published: [16_675, 1_311],
    },
    5: {
      newtonBall: [1_844, 134],
      newtonGauss: [2_317, 210],
      glocBall: [2_174, 170],
      glocGauss: [2_670, 232],
      sgdBall: [2_028, 297],
      sgdGauss: [2_557, 307],
      published: [12_670, 1_220],
    },
    10: {
      newtonBall: [1_748, 146],
      newtonGauss: [1_118, 105],
      glocBall: [1_982, 225],
      glocGauss: [1_339, 120],
      sgdBall: [1_397, 149],
      sgdGauss: [1_470, 183],
      published: [7_313, 914],
    },
  },
};

export type LongLearner = 'newtonBall' | 'glocBall' | 'sgdBall';

export const linkLevels: {
  /** Least-squares slopes of ln R(10^5) on ln epsilon: 0.5, 1, 2 with ball reports; 2, 5, 10 with Gaussian ones. */
  readonly ball: Found;
  readonly gauss: Found;
  /** A million rounds at epsilon 1, 8 trials: slope of the last decade, and regret at the end. */
  readonly long: Readonly<Record<LongLearner, { readonly slope: Found; readonly end: Found }>>;
} = {
  ball: [-0.659, 0.106],
  gauss: [-0.977, 0.079],
  long: {
    newtonBall: { slope: [0.31, 0.07], end: [7_972, 504] },
    glocBall: { slope: [0.341, 0.09], end: [12_567, 1_624] },
    sgdBall: { slope: [0.453, 0.08], end: [6_567, 626] },
  },
};

type ByBall = Readonly<Record<LongLearner, Found>>;

/** Regret at the end, as many trials as the figure has. */
export const linkWorlds: Readonly<
  Record<'wide' | 'steep' | 'identity' | 'probit' | 'poisson', Readonly<Record<1 | 5, ByBall>>>
> = {
  wide: {
    1: { newtonBall: [5_456, 462], glocBall: [6_262, 377], sgdBall: [4_807, 350] },
    5: { newtonBall: [3_453, 429], glocBall: [4_175, 460], sgdBall: [3_041, 380] },
  },
  steep: {
    1: { newtonBall: [4_685, 359], glocBall: [5_196, 546], sgdBall: [4_103, 432] },
    5: { newtonBall: [1_658, 136], glocBall: [2_631, 259], sgdBall: [1_712, 173] },
  },
  identity: {
    1: { newtonBall: [10_511, 1_310], glocBall: [13_776, 1_583], sgdBall: [9_288, 1_026] },
    5: { newtonBall: [3_691, 364], glocBall: [4_428, 586], sgdBall: [6_117, 1_013] },
  },
  probit: {
    1: { newtonBall: [4_895, 406], glocBall: [5_086, 541], sgdBall: [4_943, 803] },
    5: { newtonBall: [2_063, 232], glocBall: [2_456, 207], sgdBall: [1_517, 147] },
  },
  poisson: {
    1: { newtonBall: [11_554, 1_521], glocBall: [16_653, 1_930], sgdBall: [10_554, 1_042] },
    5: { newtonBall: [3_994, 755], glocBall: [5_275, 648], sgdBall: [3_283, 323] },
  },
};

/** Fixed arms, regret after 50,000 rounds, 24 trials. */
export const fixedArms: Readonly<
  Record<
    1 | 5,
    Readonly<Record<'newtonBall' | 'newtonGreedy' | 'glocBall' | 'glocGreedy' | 'sgdBall', Found>>
  >
> = {
  1: {
    newtonBall: [2_648, 243],
    newtonGreedy: [2_283, 360],
    glocBall: [3_649, 296],
    glocGreedy: [2_956, 525],
    sgdBall: [1_542, 318],
  },
  5: {
    newtonBall: [1_573, 135],
    newtonGreedy: [1_318, 234],
    glocBall: [2_496, 192],
    glocGreedy: [1_842, 343],
    sgdBall: [1_979, 436],
  },
};
