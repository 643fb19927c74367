// The command line of `ldp-bandits replay`, parsed and checked before anything is read.
import { parseArgs } from 'node:util';
import { Problem } from './problem.js';

export const replayAlgorithms = [
  'weighted-ldp-ucb',
  'he-ldp-ucb-bernoulli',
  'he-ldp-ucb-laplace',
] as const;
export type ReplayAlgorithm = (typeof replayAlgorithms)[number];

export interface ReplayOptions {
  readonly help: boolean;
  readonly data: string;
  readonly epsilons: readonly number[];
  readonly algorithm: ReplayAlgorithm;
  readonly armColumn?: string | undefined;
  readonly rewardColumn?: string | undefined;
  readonly propensityColumn?: string | undefined;
  readonly passes: number;
  /** Rows read from the file. */
  readonly rows: number;
  readonly json: boolean;
}

export const replayHelp = `Usage: ldp-bandits replay --data <log.csv|log.csv.gz> [options]

Replays a log of shown arms and rewards through the whole path, in this process: each logged visitor
is one client with its own budget, its report is randomised in the client's WebAssembly, encoded,
posted to the collector, and learnt from. Prints the click-through that the policies would have had,
with and without privacy, with standard errors.

A logged row counts when the policy chooses the arm that the log shows (replay, Li et al. 2011); all
others are skipped.

Options
  --data <path>               CSV with a header line; .gz is unpacked. The file stays where it is.
  --epsilon <list>            privacy loss of one report, 0.001 to 32; several with commas
                              (default 1,2,8)
  --algorithm <name>          weighted-ldp-ucb (default), he-ldp-ucb-bernoulli or he-ldp-ucb-laplace
  --arm-column <name>         what was shown (default item_id, arm or action, whichever is there)
  --reward-column <name>      the reward, 0 to 1 (default click or reward)
  --propensity-column <name>  probability with which it was shown (default propensity_score,
                              propensity or pscore; "none" or no such column: every arm equally
                              likely)
  --passes <n>                go over the log n times, the learner going on (default 1). It gives the
                              learner more rounds and the estimate no new data: standard errors count
                              each logged row once.
  --rows <n>                  use the first n rows only
  --json                      print the result as JSON
  --help                      this text

Example
  ldp-bandits replay --data open-bandit-men/random-men.csv.gz --epsilon 1,8
`;

/** @throws {Problem} with the flag and what it takes. */
export function parseReplayOptions(args: readonly string[]): ReplayOptions {
  const values = parse(args);
  const help = values.help === true;
  if (!help && (values.data === undefined || values.data === '')) {
    throw new Problem(
      'replay needs a log: ldp-bandits replay --data <log.csv>. See ldp-bandits replay --help.',
    );
  }
  const algorithm = replayAlgorithms.find(
    (name) => name === (values.algorithm ?? 'weighted-ldp-ucb'),
  );
  if (algorithm === undefined) {
    throw new Problem(
      `--algorithm must be one of ${replayAlgorithms.join(', ')}; got "${values.algorithm}".`,
    );
  }
  return {
    help,
    data: values.data ?? '',
    epsilons: parseEpsilons(values.epsilon ?? '1,2,8'),
    algorithm,
    armColumn: values['arm-column'],
    rewardColumn: values['reward-column'],
    propensityColumn: values['propensity-column'],
    passes: parseCount('--passes', values.passes ?? '1', 1000),
    rows:
      values.rows === undefined
        ? Number.POSITIVE_INFINITY
        : parseCount('--rows', values.rows, 2 ** 31),
    json: values.json === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        help: { type: 'boolean', short: 'h' },
        data: { type: 'string' },
        epsilon: { type: 'string' },
        algorithm: { type: 'string' },
        'arm-column': { type: 'string' },
        'reward-column': { type: 'string' },
        'propensity-column': { type: 'string' },
        passes: { type: 'string' },
        rows: { type: 'string' },
        json: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new Problem(`${(error as Error).message.split('.')[0]}. See ldp-bandits replay --help.`);
  }
}

function parseEpsilons(text: string): number[] {
  const epsilons = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (epsilons.some((epsilon) => !(epsilon >= 2 ** -10 && epsilon <= 32))) {
    throw new Problem(
      `--epsilon takes numbers from 0.001 to 32 with commas between them, as in 1,2,8; got "${text}".`,
    );
  }
  return [...new Set(epsilons)];
}

function parseCount(flag: string, text: string, most: number): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= 1 && count <= most))
    throw new Problem(`${flag} takes a whole number from 1 to ${most}; got "${text}".`);
  return count;
}
