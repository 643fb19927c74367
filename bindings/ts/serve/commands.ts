/** The commands of a collector, for the command `ldp-bandits`, which loads this when one of them is asked for. */
import { runBackup, runRestore } from './command-backup.js';
import { runDoctor } from './command-doctor.js';
import { runInit } from './command-init.js';
import { runResults } from './command-results.js';
import { runExport, runImport } from './command-state.js';
import { runServe } from './serve.js';

/** Each gives an exit code, and throws a Problem for what the person at the keyboard can put right. */
export const collectorCommands: Readonly<
  Record<string, (args: readonly string[]) => Promise<number>>
> = {
  init: runInit,
  serve: runServe,
  results: runResults,
  export: runExport,
  import: runImport,
  backup: runBackup,
  restore: runRestore,
  doctor: runDoctor,
};
