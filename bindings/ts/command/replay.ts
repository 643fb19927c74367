// `ldp-bandits replay`: reads a log, has it replayed, prints and writes what came out.
import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { defaultBySet } from '../generated/defaults.js';
import type { Log } from '../logs/read-log.js';
import type { Header } from '../logs/roles.js';
import { columnOf, columnsOf as featuresOf } from '../logs/table.js';
import { Contexts } from '../replay/contexts.js';
import { type ReplayResult, replay, toCSV, toReplaySVG } from '../replay/index.js';
import { classify } from './classification.js';
import { describeFilled, formatClassification, formatContextual } from './contextual-print.js';
import { readContexts, readLabelled } from './contextual-setup.js';
import { planOf } from './evaluate-target.js';
import { toJson } from './json.js';
import { type CommandLog, describeOther, describeRange, describeReading, readLog } from './log.js';
import {
  type ContextualOptions,
  hasDelta,
  parseReplayOptions,
  type ReplayOptions,
} from './options.js';
import { formatReplay } from './print.js';
import { Problem } from './problem.js';
import { ProgressLine } from './progress.js';
import { replayHelp } from './replay-help.js';
import { slateColumns, slatesIn } from './slate-log.js';
import { formatSlates } from './slate-print.js';

/** With what its contexts are like. */
export interface ContextualReplayed extends ReplayResult {
  readonly dimension: number;
  readonly bound: number;
  readonly runs: readonly Pick<Run, 'label' | 'shortened' | 'loudness'>[];
}

type Run = Required<ReplayResult['policies'][number]>;

export interface SlateReplayed extends ReplayResult {
  readonly impressions: number;
  /** Places of a slate. */
  readonly size: number;
  /** Rows whose visitor did something. */
  readonly answered: number;
}

interface Outcome {
  readonly json: object;
  readonly text: string;
  readonly partial: boolean;
  readonly result?: ReplayResult;
}

interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (label: string, done: number, total: number) => void;
}

/** The exit code. */
export async function runReplay(args: readonly string[]): Promise<number> {
  const options = parseReplayOptions(args);
  if (options.help) {
    process.stdout.write(replayHelp);
    return 0;
  }
  const progress = new ProgressLine(process.stderr);
  const interrupt = new AbortController();
  const onInterrupt = () => interrupt.abort();
  process.once('SIGINT', onInterrupt);
  try {
    const onProgress = progress.show.bind(progress);
    const outcome = await outcomeOf(options, { signal: interrupt.signal, onProgress });
    progress.clear();
    const { json, text, partial, result } = outcome;
    const whole = { version: 1, data: options.data, ...json };
    process.stdout.write(options.json ? toJson(whole) : text);
    if (result) await writeFiles(options, result);
    return partial ? 128 + constants.signals.SIGINT : 0;
  } finally {
    progress.clear();
    process.off('SIGINT', onInterrupt);
  }
}

async function writeFiles(
  { csv, svg, drawing }: ReplayOptions,
  result: ReplayResult,
): Promise<void> {
  const files = [
    ['--csv', csv, () => toCSV(result)],
    ['--svg', svg, () => toReplaySVG(result, drawing)],
  ] as const;
  for (const [flag, path, content] of files) {
    if (path === undefined) continue;
    await writeFile(path, content()).catch((error: Error) => {
      throw new Problem(`${flag}: cannot write ${path}: ${error.message}.`);
    });
  }
}

async function outcomeOf(options: ReplayOptions, watch: Watch): Promise<Outcome> {
  const { data, epsilons, contextual, seed } = options;
  if (contextual?.labelColumn !== undefined) {
    const { labelColumn } = contextual;
    const set = await readLabelled(data, options.rows, { ...contextual, labelColumn });
    const result = await classify(set, { ...contextual, epsilons, seed, ...watch });
    const { reading, labels, filled } = set;
    const said = [describeReading(reading, result.rows), ...describeFilled(filled)];
    return {
      json: { reading, labels, filled, ...result },
      text: `${said.join('\n')}\n${formatClassification(data, result)}`,
      partial: result.partial,
    };
  }
  const read = await readLog(data, {
    columns: columnsOf(options),
    limit: options.rows,
    rewardRange: options.rewardRange,
    ...planOf(options.made),
    headless: '. A classification set without one is read with --no-header and --label-column',
    keep: (header, taken) => {
      if (contextual)
        return [
          ...featuresOf(header, contextual.features, taken, '--features'),
          ...keyOf(header, contextual),
        ];
      return options.slates ? slateColumns(header, options.slates) : [];
    },
  });
  const played = await playedOutcome(options, read, watch);
  const { reading, warnings, rewardRange } = read.log;
  const said = [
    describeReading(reading, read.log.arm.length),
    ...describeRange(rewardRange),
    ...warnings.map((warning) => `Warning: ${warning}.`),
  ];
  return {
    ...played,
    json: { reading, warnings, rewardRange, ...played.json },
    text: `${said.join('\n')}\n${played.text}`,
  };
}

/** The column of the log that names a row of the file of visitors. */
function keyOf(header: Header, { visitorColumn }: ContextualOptions): number[] {
  return visitorColumn === undefined ? [] : [columnOf(header, visitorColumn, '--visitor-column')];
}

async function playedOutcome(
  options: ReplayOptions,
  read: CommandLog,
  watch: Watch,
): Promise<Outcome> {
  if (options.contextual !== undefined) return contextsOutcome(options, read, watch);
  if (options.slates !== undefined) return slatesOutcome(options, read, watch);
  const { data } = options;
  const { log } = read;
  const algorithm = { type: options.algorithm };
  const result = await replay({ ...sharedOf(options, log), ...watch, algorithm });
  const { columns, labels } = log;
  const text = formatReplay(data, log, result);
  return { json: { columns, labels, ...result }, text, partial: result.partial, result };
}

async function contextsOutcome(
  options: ReplayOptions & { readonly contextual?: ReplayOptions['contextual'] },
  read: CommandLog,
  watch: Watch,
): Promise<Outcome> {
  const { log } = read;
  const contextual = options.contextual as NonNullable<ReplayOptions['contextual']>;
  const { algorithm: type, delta } = contextual;
  const { contexts, readings, filled } = await readContexts(read, contextual);
  const algorithm = { type, ...(hasDelta(type) ? { delta } : {}) };
  const played = await replay({ ...sharedOf(options, log), ...watch, algorithm, contexts });
  const { dimension, bound } = new Contexts(contexts, log.labels.length);
  const runs = played.policies.flatMap(({ label, kind, shortened = 0, loudness = null }) =>
    kind === 'private' ? [{ label, shortened, loudness }] : [],
  );
  const result: ContextualReplayed = { ...played, dimension, bound, runs };
  const { columns, labels } = log;
  const text = [
    ...Object.values(readings).map(describeOther),
    ...describeFilled(filled),
    formatContextual(options.data, log, result),
  ].join('\n');
  const json = { ...readings, filled, columns, labels, ...result };
  return { json, text, partial: result.partial, result };
}

async function slatesOutcome(
  options: ReplayOptions,
  read: CommandLog,
  watch: Watch,
): Promise<Outcome> {
  const { log } = read;
  const slates = slatesIn(read, options.algorithm, options.slates ?? {});
  const isTopK = slates.set.type === 'top-k';
  const type = options.isDefault && isTopK ? defaultBySet['top-k'] : options.algorithm;
  const played = await replay({
    ...sharedOf(options, log),
    ...watch,
    algorithm: { type },
    slates,
  });
  const result: SlateReplayed = {
    ...played,
    arms: slates.arms,
    impressions: slates.impressions.length,
    size: slates.size,
    answered: log.reward.reduce((sum, reward) => sum + (reward > 0 ? 1 : 0), 0),
  };
  const { columns, places } = slates;
  return {
    json: { columns, labels: log.labels, places, ...result },
    text: formatSlates(options.data, slates, result),
    partial: result.partial,
    result,
  };
}

function sharedOf({ epsilons, passes, seed, replicates, workers }: ReplayOptions, log: Log) {
  return { log, epsilons, passes, seed, replicates, workers };
}

function columnsOf({ armColumn, rewardColumn, propensityColumn }: ReplayOptions) {
  const none = 'none';
  return { arm: armColumn, reward: rewardColumn, propensity: propensityColumn, stratum: none };
}
