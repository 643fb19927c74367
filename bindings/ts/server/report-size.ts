/** The length of the longest report that a device of an experiment can send. Anything longer is no report. */
import { invalidArgument } from '../internal/checks.js';
import type { DecisionSet } from '../internal/decision-set.js';
import type { CombinatorialExperiment } from '../internal/validate-combinatorial.js';
import type { GeneralizedLinearExperiment, LinearExperiment } from '../internal/validate-linear.js';
import type { AnyExperiment } from './learner-module.js';

const ID = 'A'.repeat(22);
const HEAD = `{"v":1,"id":"${ID}","snapshot":4294967295`;
/** Numbers of 8 bytes that the reports of one body become: 32 MB. */
const MOST_NUMBERS = 2 ** 22;
const LONGEST_NOISY = ',"noisy":-2147483648}';

/** Of one report, in bytes: what the encoders of src/protocol can write. */
export function largestReport(experiment: AnyExperiment): number {
  switch (experiment.family) {
    case 'linear':
    case 'generalized-linear':
      return vectorReport(experiment);
    case 'combinatorial':
      return slateReport(experiment);
    case 'convex': {
      const value = longestValue(experiment.payload);
      const coin = `${HEAD},"coin":"${'A'.repeat(11)}"${value}`;
      return Math.max(coin.length, scalarReport('2', '0', value));
    }
    case 'best-arm':
    case 'reduction':
      return scalarReport(`${experiment.arms - 1}`, '0', longestValue(experiment.payload));
    default: {
      const level = `${experiment.levels.length - 1}`;
      return scalarReport(`${experiment.arms - 1}`, level, longestValue(experiment.payload));
    }
  }
}

/** Of a body of `reports` reports: a list in brackets, with commas. */
export function largestBody(experiment: AnyExperiment, reports: number): number {
  const one = largestReport(experiment);
  // A list of one has brackets too.
  return one * reports + (reports - 1) + 2;
}

/**
 * Numbers that the collector adds for the two bytes of a codebook report, at most: those of the codeword, or of a pair
 * its products. 0: its reports hold what is added.
 *
 * @throws LdpError `invalid_argument` if a body of `maxReportsPerBody` reports becomes too many numbers.
 */
export function codewordLength(experiment: AnyExperiment, maxReportsPerBody: number): number {
  if (!('mechanism' in experiment) || experiment.mechanism !== 'codebook') return 0;
  const { algorithm, dimension, parts } = experiment;
  const triangle = (dimension * (dimension + 1)) / 2;
  const isSplit = parts === 'coin' || algorithm === 'ldp-linear-moments';
  const joint = algorithm === 'ldp-glm-sgd' ? dimension : triangle + dimension;
  // Of a pair the products, and y.
  const numbers = isSplit ? triangle : joint + (parts === 'pair' ? 1 : 0);
  const most = Math.floor(MOST_NUMBERS / numbers);
  if (maxReportsPerBody > most) {
    const reason = `must be at most ${most} with reports that add ${numbers} numbers`;
    throw invalidArgument('maxReportsPerBody', maxReportsPerBody, reason);
  }
  return numbers;
}

function longestValue(payload: string): string {
  return payload === 'bit' ? ',"bit":1}' : LONGEST_NOISY;
}

function scalarReport(arm: string, level: string, value: string): number {
  return `${HEAD},"arm":${arm},"level":${level}${value}`.length;
}

/** Two parts, or one that has no name: parts() in protocol/linear_experiment.hpp. */
function vectorReport(experiment: LinearExperiment | GeneralizedLinearExperiment): number {
  const { algorithm, dimension, mechanism, parts } = experiment;
  const bytes = mechanism === 'gaussian' ? 3 : 2;
  const triangle = (dimension * (dimension + 1)) / 2;
  // Of a codebook report, the one number is an index.
  const sent = (numbers: number) => (mechanism === 'codebook' ? 1 : numbers);
  const data = (numbers: number) => Math.ceil((sent(numbers) * bytes * 4) / 3);
  const around = (part: string) => `${HEAD}${part},"data":""}`.length;
  if (parts === 'coin') {
    return Math.max(
      around(',"part":"score"') + data(dimension),
      around(',"part":"curvature"') + data(triangle),
    );
  }
  switch (algorithm) {
    case 'ldp-linear-moments':
      return Math.max(
        around(',"part":"moment"') + data(dimension),
        around(',"part":"design"') + data(triangle),
      );
    case 'ldp-glm-sgd':
      return around('') + data(dimension);
    case 'ldp-glm-published':
      return around('') + data(triangle + 2 * dimension);
    case 'online-ldp-linucb':
    case 'private-bandits-combiner':
      return around('') + data(dimension + 1);
    default:
      return around('') + data(triangle + dimension);
  }
}

/** About one arm, about a sum (of a super arm, whose number the core counts), or about all arms of a slate. */
function slateReport(experiment: CombinatorialExperiment): number {
  const { algorithm, payload, arms, levels, set } = experiment;
  const level = `${levels.length - 1}`;
  if (payload === 'slate') {
    const size = Math.min(arms, largestSlate(set, arms));
    const lists = size * (`${arms - 1}`.length + 1 + '-2147483648,'.length) - 2;
    return `${HEAD},"arms":[],"level":${level},"noisy":[]}`.length + lists;
  }
  const arm = algorithm === 'cucb-ldp-sum' ? '4294967295' : `${arms - 1}`;
  return scalarReport(arm, level, longestValue(payload));
}

function largestSlate(set: DecisionSet, arms: number): number {
  switch (set.type) {
    case 'top-k':
    case 'partition':
      return set.choose;
    case 'path':
    case 'spanning-tree':
      return set.nodes;
    case 'matching':
      return set.left;
    case 'list':
      return Math.max(...set.superArms.map((slate) => slate.length));
    case 'custom':
      return set.most;
    default:
      return arms;
  }
}
