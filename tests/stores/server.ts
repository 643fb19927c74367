// A PostgreSQL server of the tests' own: a new cluster in a temporary folder, reached by a unix socket.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const HOME = '/usr/lib/postgresql';

/** The folder of the newest server programs; PATH where Debian's is missing. */
function programs(): string {
  const versions = existsSync(HOME) ? readdirSync(HOME) : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (newest) return join(HOME, newest, 'bin');
  return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
}

/** PostgreSQL does not run as root. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export interface Server {
  /** How a pool or a client reaches a database. */
  connect(database?: string): pg.ClientConfig;
  /** Makes an empty database and gives its name. */
  create(): Promise<string>;
  start(): Promise<void>;
  /** `kill -9` of the postmaster. */
  kill(): Promise<void>;
  /** Ends it and deletes everything. */
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<Server> {
  const bin = programs();
  const user = owner();
  const folder = mkdtempSync(join(tmpdir(), 'ldp-pg-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
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
  let server: ChildProcess;
  let databases = 0;

  async function start(): Promise<void> {
    // What the kernel has taken outlives a kill of the server; without waiting for the disk the tests are fast.
    const settings = [
      'fsync=off',
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

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  async function create(): Promise<string> {
    const client = new pg.Client(connect());
    await client.connect();
    const name = `test_${++databases}`;
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return name;
  }

  await start();
  return {
    ...{ connect, create, start },
    kill: () => end('SIGKILL'),
    stop: async () => {
      // Immediate: connections that a failed test left open do not hold it.
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
