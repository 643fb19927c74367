// docs/spec/best-arm.md, section 9: how often ldp-duel is wrong, over enough runs to tell.
import type { BernoulliEnvironment, RunSpec } from '../../simulation/types.js';
import { own } from '../claims.js';
import { curveOf } from '../measure.js';
import { namedSpec } from '../setting.js';
import type { Claim, Figure, FigureMode, FigureResults } from '../types.js';
import { seed } from './table.js';

interface Setting {
  readonly means: readonly number[];
  readonly epsilon: number;
  /** Reports of one epoch. */
  readonly epoch: number;
  /** The probability of a wrong answer that is allowed. */
  readonly allowed: number;
  readonly runs: number;
  /** How the means of all arms swing together. */
  readonly drift?: BernoulliEnvironment['drift'];
  /** Of a run that has not stopped: about six times the mean number of reports, or until when equal arms are watched. */
  readonly horizon: number;
}

/** Of a run without privacy: no coin ever turns. */
const CLEAR = 40;

const six = [0.7, 0.65, 0.6, 0.55, 0.5, 0.45];
const sparse = [0.7, ...new Array<number>(9).fill(0.5)];
const often = { allowed: 0.05, runs: 10_000 } as const;
const seldom = { allowed: 0.3, runs: 2000 } as const;
const equal = { epoch: 100, allowed: 0.2, runs: 2000, horizon: 20_000 } as const;

const settings: Readonly<Record<string, Setting>> = {
  'six, ε = 4': { means: six, epsilon: 4, epoch: 100, horizon: 27_000, ...often },
  'sparse, ε = 2': { means: sparse, epsilon: 2, epoch: 200, horizon: 17_000, ...often },
  '0.6, 0.5, ε = 1': { means: [0.6, 0.5], epsilon: 1, epoch: 200, horizon: 25_000, ...often },
  '0.15, 0.05, ε = 1': { means: [0.15, 0.05], epsilon: 1, epoch: 200, horizon: 22_000, ...often },
  '0.56, 0.5, ε = 2': { means: [0.56, 0.5], epsilon: 2, epoch: 100, horizon: 20_000, ...seldom },
  '0.52, 0.5, no coin': {
    means: [0.52, 0.5],
    epsilon: CLEAR,
    epoch: 100,
    horizon: 80_000,
    ...seldom,
  },
  '0.06, 0.05, no coin': {
    means: [0.06, 0.05],
    epsilon: CLEAR,
    epoch: 100,
    horizon: 60_000,
    ...seldom,
  },
  '0.55, 0.5, 0.45, ε = 1': {
    means: [0.55, 0.5, 0.45],
    epsilon: 1,
    epoch: 100,
    horizon: 60_000,
    ...seldom,
  },
  'equal, 0.5, ε = 1': { means: [0.5, 0.5], epsilon: 1, ...equal },
  'equal, 0.9, ε = 2': { means: [0.9, 0.9], epsilon: 2, ...equal },
  'equal, 0.02, no coin': { means: [0.02, 0.02], epsilon: CLEAR, ...equal },
  // + 0.15 sin(t/3000), t the reports so far.
  'equal, 0.5 with a common drift, no coin': {
    means: [0.5, 0.5],
    epsilon: CLEAR,
    ...equal,
    runs: 1000,
    horizon: 100_000,
    drift: { amplitude: 0.15, turns: 100_000 / (3000 * 2 * Math.PI), common: true },
  },
};

const environmentOf = ({ means, drift }: Setting): BernoulliEnvironment => ({
  type: 'bernoulli',
  means,
  ...(drift !== undefined && { drift }),
});

const label = 'LDP-Duel';
const quickRuns = 40;

const run = ({ epsilon, epoch, allowed }: Setting): RunSpec => ({
  label,
  policy: { type: 'ldp-duel', errorProbability: allowed },
  epsilon,
  delivery: { epoch },
});

/** Runs that dropped a best arm. Of two equal ones: that dropped the first, which is one of the best like the other. */
function count(results: FigureResults, name: string, { means }: Setting) {
  const { stopped, replicates } = curveOf(results, name, label);
  if (stopped === undefined) throw new RangeError(`${name} does not say when it stopped`);
  const isNull = means.every((mean) => mean === means[0]);
  const dropped = stopped.answers.filter(
    (answer, i) => answer === 1 && !Number.isNaN(stopped.rounds[i]),
  );
  return { wrong: isNull ? dropped.length : stopped.wrong, runs: replicates };
}

/** The one-sided confidence of the printed bound. */
const CONFIDENCE = 0.99;

/**
 * The bound of Clopper and Pearson (1934): the largest probability at which as few as `count` of `runs` are no rarer
 * than 1 - confidence. 1 if all of them are.
 */
export function clopperPearson(count: number, runs: number, confidence = CONFIDENCE): number {
  if (count >= runs) return 1;
  const atMost = (p: number) => {
    let term = runs * Math.log1p(-p);
    let sum = Math.exp(term);
    for (let i = 0; i < count; i++) {
      term += Math.log((runs - i) / (i + 1)) + Math.log(p / (1 - p));
      sum += Math.exp(term);
    }
    return sum;
  };
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const p = (low + high) / 2;
    if (atMost(p) > 1 - confidence) low = p;
    else high = p;
  }
  return high;
}

function claim(name: string, setting: Setting): Claim {
  const { allowed, means } = setting;
  const percent = `${Math.round(allowed * 100)} in 100`;
  const sentence = means.every((mean) => mean === means[0])
    ? `${name}: the first of two equal arms is dropped in at most ${percent} runs.`
    : `${name}: at most ${percent} answers are wrong.`;
  return {
    ...own(sentence, { needs: 'quick' }),
    judge(results) {
      const { wrong, runs } = count(results, `errors: ${name}`, setting);
      const most = runs * allowed + 3 * Math.sqrt(runs * allowed * (1 - allowed));
      const bound = (100 * clopperPearson(wrong, runs)).toPrecision(2);
      return {
        holds: wrong <= most,
        measured: `${wrong} of ${runs}; at most ${bound} % (Clopper-Pearson, ${100 * CONFIDENCE} %)`,
        accepted: `at most ${Math.floor(most)}: ${percent} and three standard deviations`,
      };
    },
  };
}

export const duelErrors: Figure = {
  id: 'duel-errors',
  title: 'The best arm by duels: how often an answer is wrong',
  says: 'Of 10,000 answers with an error of 5 % allowed and 2,000 with 30 %, far fewer are wrong; of two equal arms the first is dropped less often than allowed, also while both drift together.',
  source: 'docs/spec/best-arm.md, section 9',
  specs: (mode: FigureMode) =>
    Object.entries(settings).map(([name, setting]) =>
      namedSpec(seed, `errors: ${name}`, {
        environment: environmentOf(setting),
        horizon: setting.horizon,
        replicates: mode === 'quick' ? quickRuns : setting.runs,
        runs: [run(setting)],
        times: [1000, setting.horizon],
      }),
    ),
  claims: Object.entries(settings).map(([name, setting]) => claim(name, setting)),
  plot: { kind: 'curves', rounds: 'log' },
};
