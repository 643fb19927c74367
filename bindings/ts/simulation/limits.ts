/** What one spec may ask for. Enforced for specs from links, from files and from code alike. */
export const limits = {
  seedLength: 64,
  labelLength: 80,
  runs: 32,
  replicates: 10_000,
  horizon: 1_000_000_000,
  /** horizon x replicates x runs. At 10 million rounds a second: under three hours. */
  rounds: 100_000_000_000,
  points: 2_000,
  /** Numbers kept: points x replicates x runs. So few that a curve of all takes about 10 ms. */
  records: 2_000_000,
  /** Of a learner that is asked about every arm, and of everything that a page downloads. */
  arms: 4_096,
  /** Of combinatorial worlds whose results say how often each arm was played. */
  playsArms: 128,
  /** Of runs served `frozen-log`. */
  frozenLogArms: 1_000_000,
  /** Of feature vectors in a linear world. */
  dimension: { minimum: 2, maximum: 128 },
  /** How far features of a linear world lie from their centre. */
  spread: { minimum: 2 ** -10, maximum: 1 },
  /** Norm of the parameter of a generalized linear world; of one of counts, whose means are up to e^S. */
  parameterBound: { minimum: 2 ** -10, maximum: 8 },
  rateBound: 6,
  /** Numbers of the past that a learner without privacy keeps. */
  remembered: 2 ** 22,
  /** Of a menu, above 0. */
  levels: 16,
  epsilon: { minimum: 2 ** -10, maximum: 128 },
  /** Of Gaussian reports: above it there is nothing to save. */
  gaussianEpsilon: 16,
  /** Size of rewards, and of the parameters of their laws. */
  reward: 1_000_000,
  alpha: { minimum: 0.001, maximum: 1_000 },
  /** Rounds that a report may be late; those under way are held in memory. */
  delay: 1_000_000,
  /** Rounds of an epoch that a simulation comes to; its reports are held in memory. */
  epochRounds: 4_000_000,
  /** The same where own code learns from them, all at once at the epoch's end. */
  ownEpochRounds: 65_536,
  /** Weights of arms in epochs that reports of learners of losses may still come from. */
  openWeights: 2 ** 24,
  /** Characters of an encoded spec, and bytes after decompression. */
  encodedLength: 65_536,
  jsonLength: 262_144,
  /** Replicates played in step, and sums (arms x levels) that they hold together. */
  batch: 16,
  batchSums: 65_536,
} as const;

export const defaultRecord = { points: 200, scale: 'log' } as const;
