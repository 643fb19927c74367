import { LdpError } from '../internal/errors.js';
import { requireInteger, requireRecord, requireSignal, requireWasm } from '../internal/validate.js';
import { type Engine, loadEngine } from './engine.js';
import { SlicedRun } from './run.js';
import { readSpec, withDefaults } from './spec.js';
import type { SimulationRun, SimulationSpec, Simulator, SimulatorOptions } from './types.js';

/**
 * Loads the simulation module. Rejects with {@link LdpError} (`wasm_not_found`,
 * `wasm_blocked_by_csp`, `invalid_argument`) or with `signal.reason`.
 */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const {
    workers = 1,
    wasm,
    signal,
  } = requireRecord('options', options, ['workers', 'wasm', 'signal']);
  requireInteger('workers', workers, 1, 1);
  const stop = requireSignal('signal', signal);
  const engine = await loadEngine(requireWasm('wasm', wasm));
  stop?.throwIfAborted();
  return new LocalSimulator(engine, stop);
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
    const lifetime = this.#lifetime.signal;
    if (lifetime.aborted) throw new LdpError('disposed', 'The simulator has been disposed.');
    const { signal } = requireRecord('options', options, ['signal']);
    // An aborted signal is a run that rejects, not a call that throws.
    const stop =
      options.signal?.aborted === true ? options.signal : requireSignal('signal', signal);
    const complete = withDefaults(readSpec(spec));
    const signals = stop === undefined ? [lifetime] : [lifetime, stop];
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
