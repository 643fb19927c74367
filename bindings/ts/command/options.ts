// The command line of `ldp-bandits replay`, parsed and checked before anything is read.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { delta } from '../generated/catalog-multi-armed.js';
import { didYouMean } from '../internal/nearest.js';
import { numberOf } from '../logs/number.js';
import type { RewardRange } from '../logs/read-log.js';
import { type Drawing, parseDrawing } from './drawing.js';
import { type Made, parseMade, parseRange } from './log.js';
import { Problem } from './problem.js';
import { KNOWN } from './replay-help.js';
import { parseWorkers } from './simulate-options.js';

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
  readonly made: Made;
  readonly rewardRange?: RewardRange | undefined;
  readonly passes: number;
  /** Rows read from the file. */
  readonly rows: number;
  readonly json: boolean;
  readonly csv?: string | undefined;
  readonly svg?: string | undefined;
  readonly drawing: Drawing;
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
  /** A file that describes the visitors, and the column of the log that says which row. */
  readonly visitorFeatures?: string | undefined;
  readonly visitorColumn?: string | undefined;
  /** Of a classification set; undefined: the file is a log. */
  readonly labelColumn?: string | undefined;
  readonly header: boolean;
  /** A cell without a value is the mean of its column. */
  readonly fill: boolean;
  /** Averages of neighbouring columns in place of the columns. */
  readonly reduce?: number | undefined;
  /** Of Gaussian reports. */
  readonly delta: number;
  /** Rows drawn from a classification set, one trial. */
  readonly rounds: number;
  readonly trials: number;
}

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
      `--algorithm must be one of ${known.join(', ')}${contextual ? ' where there are features' : slates ? ' where there are slates' : ''}; got "${values.algorithm}".${didYouMean(algorithm, known)}`,
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
    made: parseMade(values.propensities, values['fit-propensities']),
    rewardRange: parseRange(values['reward-range']),
    passes: parseCount('--passes', values.passes ?? '1', 1000),
    rows:
      values.rows === undefined
        ? Number.POSITIVE_INFINITY
        : parseCount('--rows', values.rows, 2 ** 31),
    json: values.json === true,
    csv: fileOf('--csv', values.csv),
    svg: fileOf('--svg', values.svg),
    drawing: parseDrawing(values, values.svg !== undefined, '--svg'),
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
  'visitor-features',
  'arm-column',
  'reward-column',
  'reward-range',
  'propensity-column',
  'propensities',
  'fit-propensities',
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
  const { 'visitor-features': visitorFeatures, 'visitor-column': visitorColumn } = values;
  if ((visitorFeatures === undefined) !== (visitorColumn === undefined))
    throw new Problem(
      '--visitor-features, a file, and --visitor-column, the column that it is joined on, go together.',
    );
  if ([features, labelColumn, armFeatures, visitorFeatures].every((name) => name === undefined)) {
    const alone = (['fill', 'reduce', 'rounds', 'trials', 'delta'] as const).find(
      (name) => values[name],
    );
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
    visitorFeatures,
    visitorColumn,
    labelColumn,
    header: values['no-header'] !== true,
    fill: parseFill(values.fill),
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
        propensities: { type: 'string' },
        'fit-propensities': { type: 'string' },
        'reward-range': { type: 'string' },
        passes: { type: 'string' },
        rows: { type: 'string' },
        features: { type: 'string' },
        'arm-features': { type: 'string' },
        'visitor-features': { type: 'string' },
        'visitor-column': { type: 'string' },
        'label-column': { type: 'string' },
        'no-header': { type: 'boolean' },
        slates: { type: 'boolean' },
        'impression-column': { type: 'string' },
        'position-column': { type: 'string' },
        fill: { type: 'string' },
        reduce: { type: 'string' },
        rounds: { type: 'string' },
        trials: { type: 'string' },
        delta: { type: 'string' },
        json: { type: 'boolean' },
        csv: { type: 'string' },
        svg: { type: 'string' },
        title: { type: 'string' },
        size: { type: 'string' },
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
  const epsilons = text.split(',').map((part) => numberOf(part.trim()));
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

function parseFill(text: string | undefined): boolean {
  if (text !== undefined && text !== 'mean')
    throw new Problem(`--fill takes mean, the mean of the column; got "${text}".`);
  return text !== undefined;
}

function parseDelta(text: string): number {
  const number = numberOf(text.trim());
  const { minimum, maximum } = delta;
  if (!(number >= minimum && number <= maximum))
    throw new Problem(`--delta takes a number from ${minimum} to ${maximum}; got "${text}".`);
  return number;
}

function fileOf(flag: string, path: string | undefined): string | undefined {
  if (path === '') throw new Problem(`${flag} needs the name of a file.`);
  return path;
}
