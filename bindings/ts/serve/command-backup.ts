/** `ldp-bandits backup` and `restore`: a whole store, while collectors run or before they do. */
import { Problem } from '../command/problem.js';
import { backupSqlite } from '../server/sqlite/index.js';
import { readArguments } from './arguments.js';
import { readConfig } from './config.js';
import { fileExists, requireFile, withStore } from './offline.js';
import { isPostgres } from './open-store.js';
import { runClient } from './postgres-client.js';
import { restorePostgres, restoreSqlite } from './restore.js';
import { storeAddress } from './serve-options.js';

export const backupHelp = `Usage: ldp-bandits backup <file> [--store …] [--config …]

Copies the whole store to a new file while collectors run. Of SQLite the copy is a database (VACUUM INTO); copying the
file itself would miss what is in its log. Of PostgreSQL it is what pg_dump writes, which must be installed.
`;

export const restoreHelp = `Usage: ldp-bandits restore <file> [--store …] [--config …]

Puts a backup in place: of SQLite as a new file, of PostgreSQL by pg_restore into a database without the schema ldp.
Stop all collectors before. The snapshots of every experiment skip numbers, 1,000 or more, by the age of the backup:
devices hold reports to snapshots that the backup does not know, and these are refused (409) and not misread.
A restore that fails leaves nothing that a collector would serve.
`;

function parse(command: string, help: string, args: readonly string[]) {
  const given = readArguments(args, help, {});
  if (given === null) return null;
  const [file, extra] = given.positionals;
  if (file === undefined || extra !== undefined) {
    throw new Problem(`${command} takes a file: ldp-bandits ${command} --help.`);
  }
  return { file, flags: given.flags };
}

/** The exit code. @throws {Problem}. */
export async function runBackup(args: readonly string[]): Promise<number> {
  const given = parse('backup', backupHelp, args);
  if (given === null) return 0;
  const { file, flags } = given;
  if (await fileExists(file)) throw new Problem(`${file} is there already.`);
  const { config } = await readConfig(flags.config);
  const address = storeAddress(flags.store, process.env, config);
  if (isPostgres(address)) {
    await runClient('pg_dump', ['--schema=ldp', '--format=custom', `--file=${file}`], address);
  } else {
    await withStore(flags, true, async ({ opened }) => {
      if (opened.database) backupSqlite(opened.database, file);
    });
  }
  process.stdout.write(`${file} written\n`);
  return 0;
}

/** The exit code. @throws {Problem}. */
export async function runRestore(args: readonly string[]): Promise<number> {
  const given = parse('restore', restoreHelp, args);
  if (given === null) return 0;
  const { file, flags } = given;
  await requireFile(file);
  const { config } = await readConfig(flags.config);
  const address = storeAddress(flags.store, process.env, config);
  const restore = isPostgres(address) ? restorePostgres : restoreSqlite;
  const lines = await restore(file, address, config);
  for (const line of lines) process.stdout.write(`${line}\n`);
  return 0;
}
