// The command line of `ldp-bandits replay`, parsed and checked before anything is read.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { delta } from '../generated/catalog-multi-armed.js';
import { replayable } from '../replay/index.js';
import { Problem } from './problem.js';
import { parseWorkers } from './simulate-options.js';

/** The first of each is its default. */
const KNOWN = {
  arms: replayable('arms', 'ldp-thompson'),
  contexts: replayable('contexts', 'ldp-linear-moments'),
  slates: replayable('slates', 'combinatorial-thompson'),
};

export interface ReplayOptions {
  readonly help: boolean;
  readonly data: string;
  readonly epsilons: readonly number[];
  readonly algorithm: string;
  /** None was asked for. */
  readonly isDefault: boolean;
  readonly armColumn?: string | undefined;
  readonly rewardColumn?: string | undefined;
  readonly propensityColumn?: string | undefined;
  readonly passes: number;
  /** Rows read from the file. */
  readonly rows: number;
  readonly json: boolean;
  readonly csv?: string | undefined;
  readonly svg?: string | undefined;
  readonly seed: string;
  readonly replicates: number;
  readonly workers: number | 'auto';
  /** What describes a visitor; undefined where no context is asked for. */
  readonly contextual?: ContextualOptions | undefined;
  /** Where slates are shown in place of single arms. */
  readonly slates?: SlateOptions | undefined;
}

/** Undefined: one of the usual names, if the header has it; "none": no such column. */
export interface SlateOptions {
  readonly impressionColumn?: string | undefined;
  readonly positionColumn?: string | undefined;
}

export interface ContextualOptions {
  readonly algorithm: string;
  /** Names or beginnings with a star; empty: every column that is nothing else. */
  readonly features: readonly string[];
  /** A file that describes the arms. */
  readonly armFeatures?: string | undefined;
  /** Of a classification set; undefined: the file is a log. */
  readonly labelColumn?: string | undefined;
  readonly header: boolean;
  /** Averages of neighbouring columns in place of the columns. */
  readonly reduce?: number | undefined;
  /** Of Gaussian reports. */
  readonly delta: number;
  /** Rows drawn from a classification set, one trial. */
  readonly rounds: number;
  readonly trials: number;
}

/** The names of all algorithms, in lines of the help. */
function listed(known: typeof KNOWN): string {
  const indent = ' '.repeat(30);
  return Object.values(known)
    .flatMap((names) => `${names.join(', ')};`.match(/.{1,78}(\s|$)/g) ?? [])
    .map((line) => `${indent}${line.trim()}`)
    .join('\n');
}

export const replayHelp = `Usage: ldp-bandits replay --data <log.csv|log.csv.gz> [options]

Replays a log of shown arms and rewards: the report of each logged visitor is randomised in the WebAssembly
that pages load, and learnt from in the one that collectors load; its noise comes from the seed. Prints the
click-through that the policies would have had, with and without privacy, with standard errors.

A logged row counts when the policy chooses the arm that the log shows (replay, Li et al. 2011); all
others are skipped.

With --features the choice is personal: the columns stay in the client, which chooses by them and
sends a noisy vector. With --label-column the file is a classification set in place of a log: a
visitor is a row drawn with replacement, an arm is a class, the reward is 1 for the right one. What
every arm would have earned is known then, so the regret is exact.

With --slates the policy fills all places of a slate at once, and one arm of it is reported: the one that
the public snapshot names, before the visitor sees anything.

Options
  --data <path>               CSV with a header line; .gz is unpacked. The file stays where it is.
  --epsilon <list>            privacy loss of one report, 0.001 to 32; several with commas
                              (default 1,2,8)
  --algorithm <name>          default ldp-thompson; with features ldp-linear-moments; with slates cucb-ldp-kl,
                              or combinatorial-thompson where a place of the slate matters. All others:
${listed(KNOWN)}
  --arm-column <name>         what was shown (default item_id, arm or action, whichever is there)
  --reward-column <name>      the reward, 0 to 1 (default click or reward)
  --propensity-column <name>  probability with which it was shown (default propensity_score,
                              propensity or pscore; "none" or no such column: every arm equally
                              likely)
  --passes <n>                go over the log n times, the learner going on (default 1). It gives the
                              learner more rounds and the estimate no new data: standard errors count
                              each logged row once.
  --rows <n>                  use the first n rows only
  --seed <text>               of all that is drawn: the same seed gives the same result (default: a new one,
                              which is printed)
  --replicates <n>            private and non-private runs with noise of their own (default 1)
  --workers <n>               threads for the runs: a number, or auto (default 0: none but this one)
  --json                      print the result as JSON
  --csv <file>                write the estimates as they came about: label, kind, epsilon, replicate, t,
                              matched, mean, low, high, complete
  --svg <file>                write a plot of the same
  --help                      this text

Context
  --features <list>           columns that describe a visitor, with commas between them; "user_*" is
                              every column that begins so, "*" every one that is nothing else.
                              Numbers are centred and scaled; text counts as a category.
  --arm-features <path>       CSV that describes the arms, joined on the arm column. An arm's features
                              are then products of its own and the visitor's; without it every arm
                              has a block of its own. At most 128 numbers in all.
  --reduce <n>                n averages of neighbouring columns in place of the columns: noise grows
                              with their number
  --label-column <name>       the class of a row of a classification set
  --no-header                 the file has no header line; columns are called 1, 2, 3 ...
  --rounds <n>                visitors of one trial of a classification set (default 2000)
  --trials <n>                trials of a classification set, for standard errors (default 3)
  --delta <number>            of Gaussian reports (default ${delta.default})

Slates
  --slates                    rows are places of slates. With positions an arm is an item at a place, no
                              item is shown twice, and every place has an item; without them a slate
                              has as many items as the largest impression.
  --impression-column <name>  rows with the same value were shown together (default impression,
                              impression_id, slate or slate_id; "none" or no such column: every row is
                              one place of a slate whose others the log does not have)
  --position-column <name>    the place (default position, place or rank; "none" or no such column: the
                              order does not matter)

Examples
  ldp-bandits replay --data open-bandit-men/random-men.csv.gz --epsilon 1,8
  ldp-bandits replay --data open-bandit-men/random-men.csv.gz --features "user_feature_*" --reduce 2
  ldp-bandits replay --data open-bandit-men/random-men.csv.gz --slates --passes 5 --epsilon 8
  ldp-bandits replay --data digits.csv.gz --no-header --label-column 65 --reduce 8 --epsilon 4
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
  const contextual = readContextual(values);
  const slates = readSlateOptions(values, contextual !== undefined);
  const known = KNOWN[contextual ? 'contexts' : slates ? 'slates' : 'arms'];
  const algorithm = values.algorithm ?? (known[0] as string);
  if (!known.includes(algorithm)) {
    throw new Problem(
      `--algorithm must be one of ${known.join(', ')}${contextual ? ' where there are features' : slates ? ' where there are slates' : ''}; got "${values.algorithm}".`,
    );
  }
  if (contextual?.labelColumn !== undefined) {
    const alone = (['csv', 'svg', 'replicates', 'workers'] as const).find((name) => values[name]);
    if (alone) throw new Problem(`--${alone} goes with a log, not with --label-column.`);
  }
  if (contextual && values.delta !== undefined && !hasDelta(algorithm)) {
    throw new Problem(
      `--delta goes with ${gaussianReplays.join(' or ')}; a report of ${algorithm} has none.`,
    );
  }
  return {
    help,
    data: values.data ?? '',
    epsilons: parseEpsilons(values.epsilon ?? '1,2,8'),
    algorithm,
    isDefault: values.algorithm === undefined,
    armColumn: values['arm-column'],
    rewardColumn: values['reward-column'],
    propensityColumn: values['propensity-column'],
    passes: parseCount('--passes', values.passes ?? '1', 1000),
    rows:
      values.rows === undefined
        ? Number.POSITIVE_INFINITY
        : parseCount('--rows', values.rows, 2 ** 31),
    json: values.json === true,
    csv: fileOf('--csv', values.csv),
    svg: fileOf('--svg', values.svg),
    seed: values.seed ?? randomBytes(6).toString('hex'),
    replicates: parseCount('--replicates', values.replicates ?? '1', 1000),
    workers: parseWorkers(values.workers ?? '0'),
    contextual: contextual && { ...contextual, algorithm },
    slates,
  };
}

const gaussianReplays: readonly string[] = [
  ...['online-ldp-linucb', 'private-bandits-combiner', 'ldp-glm-published'],
];

/** Whether the reports of this learner are Gaussian here: ldp-linucb sends those of a codebook. */
export const hasDelta = (algorithm: string): boolean => gaussianReplays.includes(algorithm);

type Values = ReturnType<typeof parse>;

/** A classification set is no log: it has no arms that were shown, and rows are drawn from it. */
const kOfLogs = [
  'arm-features',
  'arm-column',
  'reward-column',
  'propensity-column',
  'passes',
] as const;

function readSlateOptions(values: Values, isContextual: boolean): SlateOptions | undefined {
  if (values.slates !== true) {
    const alone = (['impression-column', 'position-column'] as const).find((name) => values[name]);
    if (alone) throw new Problem(`--${alone} goes with --slates.`);
    return undefined;
  }
  if (isContextual) {
    throw new Problem(
      '--slates goes with a log without features: slates are the same for everybody.',
    );
  }
  return {
    impressionColumn: values['impression-column'],
    positionColumn: values['position-column'],
  };
}

function readContextual(values: Values): Omit<ContextualOptions, 'algorithm'> | undefined {
  const { features, 'label-column': labelColumn, 'arm-features': armFeatures } = values;
  if (features === undefined && labelColumn === undefined && armFeatures === undefined) {
    const alone = (['reduce', 'rounds', 'trials', 'delta'] as const).find((name) => values[name]);
    if (alone) throw new Problem(`--${alone} goes with --features or --label-column.`);
    if (values['no-header']) throw new Problem('--no-header goes with --label-column.');
    return undefined;
  }
  if (labelColumn === undefined) {
    const alone = (['rounds', 'trials', 'no-header'] as const).find((name) => values[name]);
    if (alone) throw new Problem(`--${alone} goes with --label-column.`);
  } else {
    const alone = kOfLogs.find((name) => values[name] !== undefined);
    if (alone) throw new Problem(`--${alone} goes with a log, not with --label-column.`);
  }
  return {
    features: features === undefined ? [] : features.split(',').map((name) => name.trim()),
    armFeatures,
    labelColumn,
    header: values['no-header'] !== true,
    reduce: values.reduce === undefined ? undefined : parseCount('--reduce', values.reduce, 127),
    delta: parseDelta(values.delta ?? String(delta.default)),
    rounds: parseCount('--rounds', values.rounds ?? '2000', 1e6),
    trials: parseCount('--trials', values.trials ?? '3', 100),
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
        features: { type: 'string' },
        'arm-features': { type: 'string' },
        'label-column': { type: 'string' },
        'no-header': { type: 'boolean' },
        slates: { type: 'boolean' },
        'impression-column': { type: 'string' },
        'position-column': { type: 'string' },
        reduce: { type: 'string' },
        rounds: { type: 'string' },
        trials: { type: 'string' },
        delta: { type: 'string' },
        json: { type: 'boolean' },
        csv: { type: 'string' },
        svg: { type: 'string' },
        seed: { type: 'string' },
        replicates: { type: 'string' },
        workers: { type: 'string' },
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

function parseDelta(text: string): number {
  const number = Number(text);
  const { minimum, maximum } = delta;
  if (!(number >= minimum && number <= maximum))
    throw new Problem(`--delta takes a number from ${minimum} to ${maximum}; got "${text}".`);
  return number;
}

function fileOf(flag: string, path: string | undefined): string | undefined {
  if (path === '') throw new Problem(`${flag} needs the name of a file.`);
  return path;
}
