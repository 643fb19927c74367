#!/usr/bin/env node
// The command `ldp-bandits`.
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { LdpError } from '../internal/errors.js';
import { readLog } from './log.js';
import { parseReplayOptions, type ReplayOptions, replayHelp } from './options.js';
import { formatReplay } from './print.js';
import { Problem } from './problem.js';
import { ProgressLine } from './progress.js';
import { replay } from './replay.js';
import { runSimulate } from './simulate.js';

const help = `Usage: ldp-bandits <command> [options]

Commands
  replay      replay a log of shown arms and rewards through the client, the collector and the learner
  simulate    play a simulation, or a figure of a paper, on all processors

Options
  --version   print the version
  --help      this text; ldp-bandits <command> --help for the options of a command
`;

async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  if (command === 'replay') return runReplay(rest);
  if (command === 'simulate') return runSimulate(rest);
  if (command === '--version' || command === '-v') {
    process.stdout.write(`${await version()}\n`);
    return 0;
  }
  if (command === undefined || command === '--help' || command === '-h') {
    process.stdout.write(help);
    return command === undefined ? 2 : 0;
  }
  throw new Problem(
    `"${command}" is not a command. There are replay and simulate: ldp-bandits --help.`,
  );
}

async function runReplay(args: readonly string[]): Promise<number> {
  const options = parseReplayOptions(args);
  if (options.help) {
    process.stdout.write(replayHelp);
    return 0;
  }
  const log = await readLog(options.data, columnsOf(options), options.rows);
  const progress = new ProgressLine(process.stderr);
  const interrupt = new AbortController();
  const onInterrupt = () => interrupt.abort();
  process.once('SIGINT', onInterrupt);
  try {
    const { algorithm, epsilons, passes } = options;
    const onProgress = progress.show.bind(progress);
    const result = await replay(log, {
      algorithm,
      epsilons,
      passes,
      signal: interrupt.signal,
      onProgress,
    });
    progress.clear();
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ version: 1, data: options.data, columns: log.columns, labels: log.labels, ...result }, null, 2)}\n`
        : formatReplay(options.data, log, result),
    );
    return result.partial ? 128 + constants.signals.SIGINT : 0;
  } finally {
    progress.clear();
    process.off('SIGINT', onInterrupt);
  }
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
