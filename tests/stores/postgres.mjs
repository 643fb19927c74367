// A PostgreSQL server of the tests' own: a new cluster in a temporary folder, reached by a unix socket.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const HOME = '/usr/lib/postgresql';

/** The folder of the newest server programs; PATH where Debian's is missing. */
function programs() {
  const versions = existsSync(HOME) ? readdirSync(HOME) : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (newest) return join(HOME, newest, 'bin');
  return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
}

/** PostgreSQL does not run as root. */
function owner() {
  if (process.getuid() !== 0) return {};
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * @returns {Promise<{
 *   folder: string, connect: (database?: string) => pg.PoolConfig, create: () => Promise<string>,
 *   start: () => Promise<void>, kill: () => Promise<void>, stop: () => Promise<void> }>}
 *   `connect` says how a pool reaches a database; `create` makes an empty one and gives its name; `kill` is `kill -9` of
 *   the postmaster; `start` starts it again; `stop` ends it and deletes everything.
 */
export async function startPostgres() {
  const bin = programs();
  const user = owner();
  const folder = mkdtempSync(join(tmpdir(), 'ldp-pg-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder, stdio: 'pipe' },
  );
  const connect = (database = 'postgres') => ({
    host: folder,
    user: 'postgres',
    database,
    connectionTimeoutMillis: 10_000,
    query_timeout: 20_000,
  });
  let server;
  let databases = 0;

  async function start() {
    const settings = [
      'listen_addresses=',
      `unix_socket_directories=${folder}`,
      'max_connections=80',
    ];
    server = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      { ...user, cwd: folder, stdio: 'ignore' },
    );
    for (let attempt = 0; ; attempt++) {
      const client = new pg.Client(connect());
      try {
        await client.connect();
        return await client.end();
      } catch (error) {
        if (attempt > 600 || server.exitCode !== null) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  async function end(signal) {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  async function create() {
    const client = new pg.Client(connect());
    await client.connect();
    const name = `test_${++databases}`;
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return name;
  }

  await start();
  return {
    ...{ folder, connect, create, start },
    kill: () => end('SIGKILL'),
    stop: async () => {
      // Immediate: connections that a failed test left open do not hold it.
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
