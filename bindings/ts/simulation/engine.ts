// The simulation module, with the types that Embind cannot give.
import createModule from '../generated/simulation-glue.mjs';
import { type CoreError, isCoreError } from '../internal/errors.js';
import { flat } from '../internal/flat.js';
import { instantiate, type WasmSource } from '../internal/instantiate.js';
import { toBeRead } from '../internal/read-address.js';
import { unpack } from '../internal/unpack.js';
import { invalid } from './fields.js';
import { defaultRecord } from './limits.js';
import { nativeRun } from './native-run.js';
import type { SimulationSpec } from './types.js';

/**
 * Some replicates of one run, played in step. Views are valid until the next call into the module.
 */
interface NativeBatch {
  advance(rounds: number): void;
  roundsDone(): number;
  recorded(): number;
  regrets(): Float64Array;
  plays(): Float64Array;
  stops(): Float64Array;
  delete(): void;
}

interface NativeModule {
  createReplicateBatch(
    records: Float64Array,
    first: number,
    replicates: number,
  ): NativeBatch | CoreError;
  regretCurve(regrets: Float64Array, replicates: number): Band;
  recordTimes(horizon: number, points: number, logarithmic: boolean): Float64Array;
}

export interface Band {
  readonly mean: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Replicates `first`, ..., `first + replicates - 1` of one run, played in step. */
export interface Batch {
  readonly replicates: number;
  /** Plays `rounds` more rounds of every replicate. */
  advance(rounds: number): void;
  /** Regrets at the record times reached so far: [times][replicates], flat. A copy. */
  regrets(): Float64Array;
  /**
   * All that is recorded at the horizon: the regrets and, behind them, in how many rounds since the
   * record time before each arm was played, summed over the replicates, [times][arms]; then of a run that
   * looks for the best arm [3][replicates]: when each stopped, its answer, and whether that is wrong. Nothing
   * where there is none. A copy.
   */
  recorded(): Float64Array;
  free(): void;
}

export interface Engine {
  /** The rounds at which the regret is recorded; the last is the horizon. */
  times(spec: SimulationSpec): Float64Array;
  /** `spec` has its defaults filled in. */
  start(spec: SimulationSpec, run: number, first: number, replicates: number): Batch;
  /** Mean and 95 % band of regrets laid out as [times][replicates]; `replicates` >= 1. */
  band(regrets: Float64Array, replicates: number): Band;
}

export async function loadEngine(wasm: WasmSource | undefined): Promise<Engine> {
  const native = await instantiate<NativeModule>(createModule, toBeRead(wasm), async () => {
    const { packedWasm } = await import('../generated/simulation-wasm.js');
    return unpack(packedWasm);
  });
  const times = ({ horizon, record = defaultRecord }: SimulationSpec) => {
    if (!('times' in record))
      return native.recordTimes(horizon, record.points, record.scale === 'log');
    const isComplete = record.times.at(-1) === horizon;
    return Float64Array.from(isComplete ? record.times : [...record.times, horizon]);
  };
  return {
    times,
    start(spec, run, first, replicates) {
      const numbers = nativeRun(spec, run, times(spec));
      const batch = native.createReplicateBatch(numbers, first, replicates);
      // What `readSpec` does not know: levels that a population comes to, noise that integers cannot have.
      if (isCoreError(batch)) throw invalid(`runs[${run}]`, `${batch.parameter}: ${batch.reason}`);
      return {
        replicates,
        advance: (rounds) => batch.advance(rounds),
        regrets: () => batch.regrets().slice(0, batch.recorded() * replicates),
        recorded: () => flat([batch.regrets().slice(), batch.plays().slice(), batch.stops()]),
        free: () => batch.delete(),
      };
    },
    band: (regrets, replicates) => native.regretCurve(regrets, replicates),
  };
}
