// A PostgreSQL server of its own for a fault run: in a temporary folder, on a free port of 127.0.0.1.
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { run, which } from '../run.mjs';
import { freePort, kill, startProgram, until } from './processes.mjs';

const START_MS = 40_000;
const USER = 'postgres';

/** Where initdb and postgres are; undefined: not installed. */
export function findPostgres() {
  const base = '/usr/lib/postgresql';
  let versions = [];
  try {
    versions = readdirSync(base).sort((a, b) => Number(b) - Number(a));
  } catch {
    // Another system.
  }
  const paths = [process.env.PATH ?? '', ...versions.map((version) => join(base, version, 'bin'))];
  const initdb = paths.map((path) => which('initdb', path)).find(Boolean);
  return initdb?.replace(/\/initdb$/, '');
}

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0;
const asUser = (command) =>
  isRoot
    ? ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', ...command]
    : command;

export class Postgres {
  #bin;
  #folder;
  #log;
  #port = 0;
  #program = null;

  /** @param folder Is made; its parents must be open to other users. */
  constructor(folder, log) {
    const bin = findPostgres();
    if (!bin) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
    this.#bin = bin;
    this.#folder = folder;
    this.#log = log;
  }

  get url() {
    return `postgres://${USER}@127.0.0.1:${this.#port}/postgres`;
  }

  async create() {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (isRoot) {
      const id = (option) => Number(run('id', [option, USER], { quiet: true }));
      chownSync(this.#folder, id('-u'), id('-g'));
    }
    const initdb = [`${this.#bin}/initdb`, '-D', this.#folder, '-U', USER, '-A', 'trust'];
    const [command, ...args] = asUser([...initdb, '--no-sync', '-E', 'UTF8', '--locale=C']);
    run(command, args, { quiet: true, cwd: '/' });
    this.#port = await freePort();
    await this.start();
  }

  /** Starts, as often as it takes: what a killed server leaves behind may refuse at first. */
  async start() {
    const end = Date.now() + START_MS;
    for (;;) {
      const options = { log: this.#log, cwd: '/' };
      const settings = {
        port: this.#port,
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
      };
      const list = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const [command, ...args] = asUser([`${this.#bin}/postgres`, '-D', this.#folder, ...list]);
      this.#program = startProgram(command, args, options);
      let isOver = false;
      this.#program.exited.then(() => {
        isOver = true;
      });
      const left = end - Date.now();
      const what = 'PostgreSQL did not start';
      await until(() => isOver || this.#isReady(), { what, limitMs: left, log: this.#log });
      if (!isOver) return;
      await sleep(200);
    }
  }

  async #isReady() {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Kills the postmaster alone; its children end when they notice. */
  async killPostmaster() {
    process.kill(this.#program.child.pid, 'SIGKILL');
    await this.#program.exited;
  }

  /** Stops every process of the server where it stands, or lets all go on. */
  freeze(isFrozen) {
    for (const pid of this.#processes()) {
      try {
        process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    }
  }

  /** Process ids: the postmaster and what it has started. */
  get pids() {
    return this.#processes();
  }

  #processes() {
    const leader = this.#program.child.pid;
    const children = readFileSync(`/proc/${leader}/task/${leader}/children`, 'utf8');
    return [leader, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
  }

  async remove() {
    if (this.#program) {
      this.freeze(false);
      await kill(this.#program, 'SIGINT');
      await kill(this.#program);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
