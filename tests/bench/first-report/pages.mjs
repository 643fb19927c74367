// The pages whose bytes are counted: each opens an experiment of one family as a developer writes it, decides once,
// answers and sends.

/** By family: what a page pins, what it chooses with, and what it answers. */
export const FAMILIES = {
  arms: { algorithm: { type: 'weighted-ldp-ucb', arms: 3 }, answer: 1 },
  contexts: {
    algorithm: { type: 'ldp-linear-moments', dimension: 2 },
    context: [
      [0.1, 0.7],
      [0.8, 0.2],
      [0.3, 0.3],
    ],
    answer: 1,
  },
  slates: {
    algorithm: {
      type: 'combinatorial-thompson',
      set: { type: 'partition', groups: [0, 0, 1, 1, 2, 2], most: [1, 1, 1], choose: 3 },
    },
    answer: [1, 0, 1],
  },
  points: {
    algorithm: {
      type: 'ldp-two-point',
      set: { type: 'box', low: [0, 10], high: [1, 20] },
      feedback: 'comparison',
    },
    answer: 1,
  },
  'best-arm': { algorithm: { type: 'ldp-kl-lucb', arms: 3, errorProbability: 0.05 }, answer: 1 },
};

export const PER_REPORT = { epsilon: 1 };

/** The script of a page of `family`, as the guides write it, but patient: of an option shown early there may be no report. */
export function scriptOf(family) {
  const { algorithm, context, answer } = FAMILIES[family];
  return `import { createBandit } from 'ldp-bandits${family === 'arms' ? '' : `/${family}`}';

const bandit = await createBandit({
  endpoint: '/collector',
  experiment: '${family}',
  algorithm: ${JSON.stringify(algorithm)},
  privacy: { epsilon: ${PER_REPORT.epsilon}, epsilonTotal: 8 },
  timeoutMs: 30_000,
});
const decision = bandit.choose(${context === undefined ? '' : JSON.stringify(context)});
await decision.reward(${JSON.stringify(answer)});
await bandit.flush();
`;
}

/** What a page of a family is to download at most until its first report, in bytes. */
export const GOALS = { arms: 30_000, contexts: 65_000, slates: 58_000 };

/** The most that it may download, by the way in which it gets the package: what was measured, rounded up. */
export const LIMITS = {
  'esbuild --splitting': {
    arms: 37_700,
    contexts: 70_000,
    slates: 62_900,
    points: 60_300,
    'best-arm': 40_700,
  },
  'esbuild, one file': {
    arms: 45_000,
    contexts: 78_800,
    slates: 70_500,
    points: 66_400,
    'best-arm': 47_700,
  },
  rollup: { arms: 37_000, contexts: 69_800, slates: 62_500, points: 59_600, 'best-arm': 39_900 },
  webpack: { arms: 38_700, contexts: 71_100, slates: 63_700, points: 60_800, 'best-arm': 41_500 },
  Vite: { arms: 37_600, contexts: 69_700, slates: 62_200, points: 59_400, 'best-arm': 40_600 },
  'own modules': {
    arms: 38_300,
    contexts: 70_800,
    slates: 63_000,
    points: 60_200,
    'best-arm': 41_500,
  },
};
