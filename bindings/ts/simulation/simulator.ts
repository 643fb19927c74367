import { LdpError } from '../internal/errors.js';
import {
  invalidArgument,
  requireInteger,
  requireRecord,
  requireSignal,
  requireWasm,
} from '../internal/validate.js';
import { type Crew, localCrew, workerCrew } from './crew.js';
import { loadEngine } from './engine.js';
import { compileModule } from './module.js';
import { orStopped } from './or-stopped.js';
import { readOwn } from './own-code.js';
import { CrewedRun } from './run.js';
import { readSpec, withDefaults } from './spec.js';
import type {
  RunOptions,
  SimulationRun,
  SimulationSpec,
  Simulator,
  SimulatorOptions,
} from './types.js';
import { isNode, nodeSpawn, parallelism, type WorkerLike } from './worker-port.js';

/** No machine that runs a page has more threads. */
const kMostWorkers = 256;

/**
 * Loads the simulation module and starts the first worker, if there are to be any. Rejects with
 * {@link LdpError} (`wasm_not_found`, `wasm_blocked_by_csp`, `worker_failed`, `invalid_argument`) or with
 * `signal.reason`.
 */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { workers, spawn, wasm, signal } = requireRecord('options', options, [
    'workers',
    'spawn',
    'wasm',
    'signal',
  ]);
  if (spawn !== undefined && typeof spawn !== 'function')
    throw invalidArgument('spawn', spawn, 'must be a function that returns a new Worker');
  const wanted = workersOf(workers, spawn !== undefined);
  const stop = requireSignal('signal', signal);
  const creating = createCrew(
    wanted,
    spawn as SimulatorOptions['spawn'],
    requireWasm('wasm', wasm),
  );
  // A worker may take long to start, or never start; an abort does not wait for it.
  const crew = await (stop === undefined
    ? creating
    : orStopped(creating, stop, (late) => late.dispose()));
  if (stop?.aborted) crew.dispose();
  stop?.throwIfAborted();
  return new CrewedSimulator(crew, stop);
}

/** How many workers; 0 for the calling thread. */
function workersOf(workers: unknown, canSpawn: boolean): number {
  const possible = canSpawn || isNode();
  if (workers === undefined ? canSpawn : workers === 'auto')
    return possible ? Math.min(parallelism(), kMostWorkers) : 0;
  if (workers === undefined) return 0;
  if (typeof workers === 'string')
    throw invalidArgument('workers', workers, 'must be "auto" or a number');
  const count = requireInteger('workers', workers, 0, kMostWorkers);
  if (possible) return count;
  if (count <= 1) return 0;
  throw invalidArgument(
    'spawn',
    undefined,
    'is needed for workers in a browser: see SimulatorOptions',
  );
}

async function createCrew(
  workers: number,
  spawn: (() => WorkerLike) | undefined,
  wasm: Parameters<typeof compileModule>[0],
): Promise<Crew> {
  if (workers === 0) return localCrew(await loadEngine(wasm));
  const module = await compileModule(wasm);
  return workerCrew(spawn ?? (await nodeSpawn()), workers, module);
}

class CrewedSimulator implements Simulator {
  readonly #crew: Crew;
  readonly #lifetime = new AbortController();
  readonly #running = new Set<SimulationRun>();

  constructor(crew: Crew, signal: AbortSignal | undefined) {
    this.#crew = crew;
    signal?.addEventListener('abort', () => this.#dispose(signal.reason), {
      once: true,
      signal: this.#lifetime.signal,
    });
  }

  get workers(): number {
    return this.#crew.workers;
  }

  run(spec: SimulationSpec, options: RunOptions = {}): SimulationRun {
    const lifetime = this.#lifetime.signal;
    if (lifetime.aborted) throw new LdpError('disposed', 'The simulator has been disposed.');
    const { signal, own } = requireRecord('options', options, ['signal', 'own']);
    // An aborted signal is a run that rejects, not a call that throws.
    const stop =
      options.signal?.aborted === true ? options.signal : requireSignal('signal', signal);
    const complete = withDefaults(readSpec(spec));
    const source = readOwn(own, complete, this.workers);
    const signals = stop === undefined ? [lifetime] : [lifetime, stop];
    const run = new CrewedRun(this.#crew, complete, source, signals);
    this.#running.add(run);
    const forget = () => this.#running.delete(run);
    run.result.then(forget, forget);
    return run;
  }

  /**
   * Cancels every run, waits until all have stopped, and ends the workers; results that were still to
   * come reject with `disposed`.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispose(new LdpError('disposed', 'The simulator has been disposed.'));
  }

  dispose(): Promise<void> {
    return this[Symbol.asyncDispose]();
  }

  async #dispose(reason: unknown): Promise<void> {
    this.#lifetime.abort(reason);
    await Promise.allSettled(Array.from(this.#running, ({ result }) => result));
    this.#crew.dispose();
  }
}
