// The collectors of a run: processes of one command over one store, each at a port of its own.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, isServing, kill, startProgram, until } from './processes.mjs';

const START_MS = 30_000;

export class Collectors {
  #command;
  #env;
  #log;
  #cwd;
  #all = [];

  /** @param serve The command that starts a collector; it gets `config --port … --store …`. */
  constructor({ serve, config, store, log, cwd, env = {} }) {
    this.#command = [...serve, config, '--store', store];
    this.#env = { ...process.env, NODE_ENV: 'production', ...env };
    this.#log = log;
    this.#cwd = cwd;
  }

  /** Base URLs. */
  get targets() {
    return this.#all.map(({ url }) => url);
  }

  /** Process ids, of the leaders of their groups. */
  get pids() {
    return this.#all.map(({ program }) => program.child.pid);
  }

  async start(count) {
    for (let i = 0; i < count; i++) {
      const port = await freePort();
      const collector = { port, url: `http://127.0.0.1:${port}`, program: null };
      this.#all.push(collector);
      this.#spawn(collector);
      // One after the other: the first one makes the tables.
      await this.#ready(collector);
    }
  }

  /** Kills one, at once, and starts it again. */
  async replace(index, signal = 'SIGKILL') {
    const collector = this.#all[index % this.#all.length];
    await kill(collector.program, signal);
    this.#spawn(collector);
    await this.#ready(collector);
  }

  async stop() {
    await Promise.all(
      this.#all.map(async ({ program }) => {
        const patience = sleep(15_000, 'late', { ref: false });
        const over = await Promise.race([kill(program, 'SIGTERM'), patience]);
        if (over === 'late') await kill(program);
      }),
    );
    this.#all = [];
  }

  #spawn(collector) {
    const [program, ...args] = [...this.#command, '--port', String(collector.port)];
    const options = { log: this.#log, env: this.#env, cwd: this.#cwd };
    collector.program = startProgram(program, args, options);
  }

  async #ready({ url, program }) {
    let code = null;
    program.exited.then((exit) => {
      code = exit;
    });
    const what = 'The collector did not answer';
    await until(
      () => {
        // A killed one is started again, and one that ends by itself is a fault of its own.
        if (code !== null) throw new Error(`The collector ended with ${code}`);
        return isServing(url);
      },
      { what, limitMs: START_MS, log: this.#log },
    );
  }
}
