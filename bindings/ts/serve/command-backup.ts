/** `ldp-bandits backup` and `restore`: a whole store, while collectors run or before they do. */
import { spawn } from 'node:child_process';
import { access, constants, copyFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Problem } from '../command/problem.js';
import { backupSqlite } from '../server/sqlite/index.js';
import { readConfig } from './config.js';
import { withStore } from './offline.js';
import { isPostgres } from './open-store.js';
import { readPostgresAddress } from './postgres-address.js';
import { parsed, storeAddress } from './serve-options.js';
import { skipAhead } from './skip-ahead.js';

export const backupHelp = `Usage: ldp-bandits backup <file> [--store …] [--config …]

Copies the whole store to a new file while collectors run. Of SQLite the copy is a database (VACUUM INTO); copying the
file itself would miss what is in its log. Of PostgreSQL it is what pg_dump writes, which must be installed.
`;

export const restoreHelp = `Usage: ldp-bandits restore <file> [--store …] [--config …]

Puts a backup in place: of SQLite as a new file, of PostgreSQL by pg_restore into a database without the schema ldp.
Stop all collectors before. The snapshots of every experiment skip numbers, 1,000 or more, by the age of the backup:
devices hold reports to snapshots that the backup does not know, and these are refused (409) and not misread.
`;

function parse(command: string, args: readonly string[]) {
  const { values, positionals } = parsed(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        store: { type: 'string' },
        config: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );
  if (values.help) return null;
  const [file, extra] = positionals;
  if (file === undefined || extra !== undefined) {
    throw new Problem(`${command} takes a file: ldp-bandits ${command} --help.`);
  }
  return { file, flags: values };
}

/** The exit code. @throws {Problem}. */
export async function runBackup(args: readonly string[]): Promise<number> {
  const given = parse('backup', args);
  if (given === null) {
    process.stdout.write(backupHelp);
    return 0;
  }
  const { file, flags } = given;
  if (await exists(file)) throw new Problem(`${file} is there already.`);
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
  const given = parse('restore', args);
  if (given === null) {
    process.stdout.write(restoreHelp);
    return 0;
  }
  const { file, flags } = given;
  if (!(await exists(file))) throw new Problem(`There is no ${file}.`);
  const { config } = await readConfig(flags.config);
  const address = storeAddress(flags.store, process.env, config);
  if (isPostgres(address)) {
    await runClient(
      'pg_restore',
      ['--exit-on-error', '--no-owner', '--single-transaction', file],
      address,
    );
  } else {
    for (const path of [address, `${address}-wal`]) {
      if (await exists(path)) {
        throw new Problem(`${path} is there already. Stop the collectors and move it away first.`);
      }
    }
    await copyFile(file, address, constants.COPYFILE_EXCL);
  }
  const lines = await withStore(flags, true, (offline) => skipAhead(offline));
  for (const line of lines) process.stdout.write(`${line}\n`);
  return 0;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The password goes through the environment: arguments are seen by every user of the machine. */
async function runClient(program: string, args: readonly string[], address: string): Promise<void> {
  const { shown, password } = readPostgresAddress(address);
  const env = { ...process.env, ...(password !== null && { PGPASSWORD: password }) };
  const into = program === 'pg_restore' ? [`--dbname=${shown}`] : [shown];
  const child = spawn(program, [...args, ...into], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(new Problem(`${program} is not installed: it is part of PostgreSQL's client.`)),
    );
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Problem(`${program} failed, with exit code ${code}.`);
}
