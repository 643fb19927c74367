#!/usr/bin/env node
// The command `ldp-bandits`.
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { defaultBySet } from '../generated/defaults.js';
import { LdpError } from '../internal/errors.js';
import { classify } from './classification.js';
import { formatClassification, formatContextual } from './contextual-print.js';
import { replayContexts } from './contextual-replay.js';
import { readContexts, readLabelled } from './contextual-setup.js';
import { runEvaluate } from './evaluate.js';
import { readLog } from './log.js';
import {
  type MultiArmedReplay,
  parseReplayOptions,
  type ReplayOptions,
  replayHelp,
  type SlateReplay,
} from './options.js';
import { runPlan } from './plan.js';
import { formatReplay } from './print.js';
import { Problem } from './problem.js';
import { ProgressLine } from './progress.js';
import { type ReplayPlan, replay } from './replay.js';
import { runSimulate } from './simulate.js';
import { readSlates } from './slate-log.js';
import { formatSlates } from './slate-print.js';
import { replaySlates } from './slate-replay.js';

const help = `Usage: ldp-bandits <command> [options]

Commands
  init        write a config and a page to begin with
  serve       run a collector
  results     print what experiments have learnt
  doctor      check config, store, clock and ports
  backup, restore, export, import    stores and experiments as files
  replay      replay a log of shown arms and rewards through the client, the collector and the learner
  evaluate    say what another policy would have earned, from a log of private reports or raw rewards
  simulate    play a simulation, or a figure of a paper, on all processors
  plan        write a simulation as the native program ldp-simulate reads it

Options
  --version   print the version
  --help      this text; ldp-bandits <command> --help for the options of a command
`;

const COLLECTOR_COMMANDS = [
  ...['init', 'serve', 'results', 'doctor', 'backup', 'restore', 'export', 'import'],
];

async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  if (command === 'replay') return runReplay(rest);
  if (command === 'evaluate') return runEvaluate(rest);
  if (command === 'simulate') return runSimulate(rest);
  if (command === 'plan') return runPlan(rest);
  if (command !== undefined && COLLECTOR_COMMANDS.includes(command)) {
    const { collectorCommands } = await import('../serve/commands.js');
    return (await collectorCommands[command]?.(rest)) ?? 2;
  }
  if (command === '--version' || command === '-v') {
    process.stdout.write(`${await version()}\n`);
    return 0;
  }
  if (command === undefined || command === '--help' || command === '-h') {
    process.stdout.write(help);
    return command === undefined ? 2 : 0;
  }
  throw new Problem(
    `"${command}" is not a command. There are ${COLLECTOR_COMMANDS.join(', ')}, replay, evaluate, simulate and plan: ldp-bandits --help.`,
  );
}

async function runReplay(args: readonly string[]): Promise<number> {
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
    const { json, text, partial } = outcome;
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ version: 1, data: options.data, ...json }, null, 2)}\n`
        : text,
    );
    return partial ? 128 + constants.signals.SIGINT : 0;
  } finally {
    progress.clear();
    process.off('SIGINT', onInterrupt);
  }
}

interface Outcome {
  readonly json: object;
  readonly text: string;
  readonly partial: boolean;
}

type Watch = Pick<ReplayPlan, 'signal' | 'onProgress'>;

async function outcomeOf(options: ReplayOptions, watch: Watch): Promise<Outcome> {
  const { data, epsilons, passes, contextual } = options;
  if (contextual?.labelColumn !== undefined) {
    const { labelColumn } = contextual;
    const set = await readLabelled(data, options.rows, { ...contextual, labelColumn });
    const result = await classify(set, { ...contextual, epsilons, ...watch });
    return {
      json: { labels: set.labels, ...result },
      text: formatClassification(data, result),
      partial: result.partial,
    };
  }
  const log = await readLog(data, columnsOf(options), options.rows);
  const { columns, labels } = log;
  if (contextual !== undefined) {
    const contexts = await readContexts(data, log, contextual);
    const plan = { ...contextual, epsilons, passes, ...watch };
    const result = await replayContexts(log, contexts, plan);
    return {
      json: { columns, labels, ...result },
      text: formatContextual(data, log, result),
      partial: result.partial,
    };
  }
  if (options.slates !== undefined) {
    const asked = options.algorithm as SlateReplay;
    const slates = await readSlates(data, log, asked, options.slates);
    const isTopK = slates.set.type === 'top-k';
    const algorithm = options.isDefault && isTopK ? defaultBySet['top-k'] : asked;
    const result = await replaySlates(slates, { algorithm, epsilons, passes, ...watch });
    return {
      json: { columns: slates.columns, labels, places: slates.places, ...result },
      text: formatSlates(data, slates, result),
      partial: result.partial,
    };
  }
  const algorithm = options.algorithm as MultiArmedReplay;
  const result = await replay(log, { algorithm, epsilons, passes, ...watch });
  return {
    json: { columns, labels, ...result },
    text: formatReplay(data, log, result),
    partial: result.partial,
  };
}

function columnsOf({ armColumn, rewardColumn, propensityColumn }: ReplayOptions) {
  return { arm: armColumn, reward: rewardColumn, propensity: propensityColumn };
}

async function version(): Promise<string> {
  const manifest: { readonly version: string } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // Not thrown on: Node would print the minified source around it.
  const expected = error instanceof Problem;
  const told = expected || LdpError.is(error);
  process.stderr.write(
    `ldp-bandits: ${told ? error.message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exitCode = expected ? 2 : 1;
}
