// The log of examples/jetstream in front of a collector: three nodes, the front that reports go to, and the consumer
// that gives them to the collector.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../run.mjs';
import { NatsCluster } from './nats.mjs';
import { freePort, kill, startProgram, until } from './processes.mjs';
import { call } from './sender.mjs';
import { NAME } from './wire.mjs';

const START_MS = 30_000;

export class LogInFront {
  #cluster;
  #programs;
  #env;
  #log;
  #front = null;
  #consumer = null;

  /** @param folder Of the run. @param collector Its base URL. */
  static async start({ folder, log, collector }) {
    const inFront = new LogInFront({ folder, log });
    try {
      await inFront.#start(collector);
    } catch (error) {
      await inFront.stop();
      throw error;
    }
    return inFront;
  }

  constructor({ folder, log }) {
    this.#log = log;
    this.#cluster = new NatsCluster(join(folder, 'nats'), log);
    this.#programs = installed();
  }

  /** Base URL: where reports go. */
  url = '';

  async #start(collector) {
    await this.#cluster.start();
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    const settings = { EXPERIMENTS: NAME, COLLECTOR: collector, PORT: String(port) };
    this.#env = { ...process.env, NATS: this.#cluster.servers, ...settings };
    this.#front = this.#run('front.js');
    const answers = async () => (await call(this.url)).status === 404;
    await until(answers, { what: 'The front did not answer', limitMs: START_MS, log: this.#log });
    this.#consumer = this.#run('consumer.js');
  }

  killLeader() {
    return this.#cluster.replaceLeader();
  }

  async killConsumer() {
    await kill(this.#consumer);
    this.#consumer = this.#run('consumer.js');
  }

  async stop() {
    const programs = [this.#front, this.#consumer].filter(Boolean);
    await Promise.all(programs.map((program) => kill(program)));
    await this.#cluster.stop();
  }

  #run(file) {
    const path = join(this.#programs, file);
    return startProgram(process.execPath, [path], { log: this.#log, env: this.#env });
  }
}

/** The example with the client that its lock names: a folder below build/. */
function installed() {
  const folder = join(root, 'build/jetstream');
  mkdirSync(folder, { recursive: true });
  for (const from of ['tests/jetstream', 'examples/jetstream']) {
    cpSync(join(root, from), folder, { recursive: true });
  }
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  run('npm', ['ci', ...quiet], { cwd: folder, quiet: true });
  return folder;
}
