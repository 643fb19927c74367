// Holds the lock of a SQLite file from another process, as a backup or a shell that someone left open does.
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Resolves when the lock is free again. @param ms How long it is held. */
export async function holdLock(file, ms) {
  const holder = fork(new URL(import.meta.url), [file, String(ms)]);
  const [code] = await once(holder, 'exit');
  if (code !== 0) throw new Error(`The lock of ${file} could not be held.`);
}

if (process.argv[1] === import.meta.filename && process.send) {
  const [file, ms] = process.argv.slice(2);
  const { default: Database } = await import('libsql');
  const db = new Database(file);
  db.exec('PRAGMA busy_timeout = 10000');
  db.exec('BEGIN IMMEDIATE');
  setTimeout(() => {
    db.exec('ROLLBACK');
    db.close();
    process.exit(0);
  }, Number(ms));
}
