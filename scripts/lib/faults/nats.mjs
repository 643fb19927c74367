// A cluster of three NATS servers with JetStream for a fault run: in a temporary folder, on free ports of 127.0.0.1.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { which } from '../run.mjs';
import { freePort, kill, startProgram, until } from './processes.mjs';
import { call } from './sender.mjs';

const START_MS = 30_000;

/** Debian keeps it out of the PATH of users. */
function findNats() {
  return which('nats-server') ?? ['/usr/sbin/nats-server'].find((path) => existsSync(path));
}

export class NatsCluster {
  #program;
  #folder;
  #log;
  #nodes = [];

  constructor(folder, log) {
    this.#program = findNats();
    if (!this.#program) throw new Error('NATS is not installed: apt-get install nats-server');
    this.#folder = folder;
    this.#log = log;
  }

  /** Addresses for clients, separated by commas. */
  get servers() {
    return this.#nodes.map(({ port }) => `127.0.0.1:${port}`).join();
  }

  async start() {
    for (const name of ['a', 'b', 'c']) {
      const [port, monitor, route] = [await freePort(), await freePort(), await freePort()];
      this.#nodes.push({ name, port, monitor, route, process: null });
    }
    for (const node of this.#nodes) this.#spawn(node);
    for (const node of this.#nodes) await this.#ready(node);
  }

  /** Kills the node that leads the stream, starts it again, and waits until it has caught up. */
  async replaceLeader() {
    const node = await this.#leader();
    await kill(node.process);
    this.#spawn(node);
    await this.#ready(node);
  }

  async stop() {
    await Promise.all(this.#nodes.map(({ process }) => process && kill(process)));
  }

  #spawn(node) {
    const address = ['-a', '127.0.0.1', '-p', String(node.port), '-m', String(node.monitor)];
    const routes = this.#nodes.map(({ route }) => `nats://127.0.0.1:${route}`);
    const cluster = ['--cluster_name', 'ldp', '--cluster', `nats://127.0.0.1:${node.route}`];
    const data = ['-js', '-sd', join(this.#folder, node.name), '--server_name', node.name];
    const args = [...address, ...cluster, '--routes', routes.join(), ...data];
    node.process = startProgram(this.#program, args, { log: this.#log });
  }

  /** A node is healthy once its copies of streams and consumers are those of the cluster. */
  async #ready({ name, monitor }) {
    const isReady = async () => (await status(monitor, 'healthz')) !== null;
    await until(isReady, {
      what: `NATS node ${name} was not healthy`,
      limitMs: START_MS,
      log: this.#log,
    });
  }

  async #leader() {
    let found;
    const look = async () => {
      for (const { monitor } of this.#nodes) {
        const known = await status(monitor, 'jsz?accounts=true&streams=true');
        const leader = known?.account_details?.[0]?.stream_detail?.[0]?.cluster?.leader;
        found ??= this.#nodes.find(({ name }) => name === leader);
      }
      return found !== undefined;
    };
    await until(look, { what: 'The stream had no leader', limitMs: START_MS, log: this.#log });
    return found;
  }
}

/** What a node says of itself; null: nothing, or that it is not well. */
async function status(monitor, path) {
  const answer = await call(`http://127.0.0.1:${monitor}/${path}`, { timeoutMs: 2000 });
  return answer.status === 200 ? JSON.parse(answer.text) : null;
}
