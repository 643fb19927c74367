import { LdpError } from '../internal/errors.js';
import { type Engine, loadEngine } from './engine.js';
import { SlicedRun } from './run.js';
import { readSpec, withDefaults } from './spec.js';
import type { SimulationRun, SimulationSpec, Simulator, SimulatorOptions } from './types.js';

/**
 * Loads the simulation module. Rejects with {@link LdpError} (`wasm_not_found`, `wasm_blocked_by_csp`, `invalid_argument`) or with
 * `signal.reason`.
 */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  if (typeof options !== 'object' || options === null) {
    throw new LdpError('invalid_argument', 'options must be an object', { details: { parameter: 'options' } });
  }
  const { workers = 1, wasm, signal } = options;
  if (workers !== 1) {
    throw new LdpError('invalid_argument', 'workers must be 1', { details: { parameter: 'workers', value: workers } });
  }
  signal?.throwIfAborted();
  const engine = await loadEngine(wasm);
  signal?.throwIfAborted();
  return new LocalSimulator(engine, signal);
}

class LocalSimulator implements Simulator {
  readonly workers = 1;
  readonly #engine: Engine;
  readonly #lifetime = new AbortController();
  readonly #running = new Set<SimulationRun>();

  constructor(engine: Engine, signal: AbortSignal | undefined) {
    this.#engine = engine;
    signal?.addEventListener('abort', () => this.#lifetime.abort(signal.reason), {
      once: true,
      signal: this.#lifetime.signal,
    });
  }

  run(spec: SimulationSpec, options: { readonly signal?: AbortSignal } = {}): SimulationRun {
    if (this.#lifetime.signal.aborted) throw new LdpError('disposed', 'The simulator has been disposed.');
    const complete = withDefaults(readSpec(spec));
    const signals = [this.#lifetime.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const run = new SlicedRun(this.#engine, complete, signals);
    this.#running.add(run);
    const forget = () => this.#running.delete(run);
    run.result.then(forget, forget);
    return run;
  }

  /** Cancels every run and waits until all have stopped; their results reject with `disposed`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#lifetime.abort(new LdpError('disposed', 'The simulator has been disposed.'));
    await Promise.allSettled(Array.from(this.#running, ({ result }) => result));
  }
}
