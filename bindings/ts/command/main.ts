#!/usr/bin/env node
// The command `ldp-bandits`.
import { readFile } from 'node:fs/promises';
import { LdpError } from '../internal/errors.js';
import { didYouMean } from '../internal/nearest.js';
import { runEvaluate } from './evaluate.js';
import { runPlan } from './plan.js';
import { Problem } from './problem.js';
import { runReplay } from './replay.js';
import { runSimulate } from './simulate.js';

const help = `Usage: ldp-bandits <command> [options]

Commands
  init        write a config and a page to begin with
  serve       run a collector
  results     print what experiments have learnt
  doctor      check config, store, clock and ports
  backup, restore, export, import    stores and experiments as files
  replay      replay a log of shown arms and rewards through the device's half and the learner's
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
  const known = [...COLLECTOR_COMMANDS, 'replay', 'evaluate', 'simulate', 'plan'];
  throw new Problem(
    `"${command}" is not a command.${didYouMean(command, known)} There are ${known.join(', ')}: ldp-bandits --help.`,
  );
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
  const expected = error instanceof Problem || LdpError.is(error, 'bad_log');
  const told = expected || LdpError.is(error);
  process.stderr.write(
    `ldp-bandits: ${told ? error.message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exitCode = expected ? 2 : 1;
}
