// The simulation module, with the types that Embind cannot give.
import { type CoreError, isCoreError } from '../internal/errors.js';
import { flat } from '../internal/flat.js';
import { instantiate, type Start, type WasmSource } from '../internal/instantiate.js';
import { toBeRead } from '../internal/read-address.js';
import { unpack } from '../internal/unpack.js';
import { invalid } from './fields.js';
import { defaultRecord } from './limits.js';
import { nativeRun, seedWords } from './native-run.js';
import { type NativeGiven, type NativePulled, OwnPolicyBatch, OwnWorlds } from './own-batch.js';
import type { NativeWords } from './own-random.js';
import type { OwnCode } from './own-types.js';
import { kOwnReports } from './spec-own.js';
import { deliveryWithDefaults } from './spec-population.js';
import { startNative } from './start-native.js';
import type { SimulationSpec } from './types.js';

/**
 * Some replicates of one run, played in step. Views are valid until the next call into the module.
 */
interface NativeBatch extends NativeGiven {
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
    givenRounds: number,
    hasRewards: boolean,
  ): NativeBatch | CoreError;
  createPulledBatch(
    records: Float64Array,
    first: number,
    replicates: number,
    report: number,
    givenRounds: number,
    hasRewards: boolean,
  ): NativePulled | CoreError;
  readonly SeededWords: new (
    seedLow: number,
    seedHigh: number,
    replicate: number,
    purpose: number,
  ) => NativeWords;
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
   * looks for the best arm [3][replicates]: when each stopped, its answer, and whether that is not a best arm. Nothing
   * where there is none. A copy.
   */
  recorded(): Float64Array;
  free(): void;
}

export interface Engine {
  /** The rounds at which the regret is recorded; the last is the horizon. */
  times(spec: SimulationSpec): Float64Array;
  /**
   * `spec` has its defaults filled in; `own` is there where it has own parts. Throws `own_code_failed`, as `advance` does.
   */
  start(spec: SimulationSpec, run: number, first: number, replicates: number, own?: OwnCode): Batch;
  /** Mean and 95 % band of regrets laid out as [times][replicates]; `replicates` >= 1. */
  band(regrets: Float64Array, replicates: number): Band;
}

export async function loadEngine(wasm: WasmSource | undefined): Promise<Engine> {
  const native = await instantiate(startNative as Start<NativeModule>, toBeRead(wasm), async () => {
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
    start(spec, run, first, replicates, own = {}) {
      const at = times(spec);
      const numbers = nativeRun(spec, run, at);
      const { seedLow, seedHigh } = seedWords(spec.seed);
      const words = (replicate: number, purpose: number) =>
        new native.SeededWords(seedLow, seedHigh, replicate, purpose);
      const trials = { first, replicates, words };
      const worlds = spec.environment.type === 'own' ? new OwnWorlds(own, spec, trials) : null;
      const given = [worlds?.rounds ?? 0, worlds?.hasRewards ?? false] as const;
      // What `readSpec` does not know: levels that a population comes to, noise that integers cannot have.
      const made = <T extends object>(batch: T | CoreError): T => {
        if (!isCoreError(batch)) return batch;
        worlds?.free();
        throw invalid(`runs[${run}]`, `${batch.parameter}: ${batch.reason}`);
      };
      const { policy, delivery } = spec.runs[run] ?? {};
      if (policy?.type === 'own') {
        const { epoch } = deliveryWithDefaults(delivery);
        const report = kOwnReports.indexOf(policy.reports ?? 'raw');
        const pulled = made(native.createPulledBatch(numbers, first, replicates, report, ...given));
        return new OwnPolicyBatch(own, spec, policy, {
          native: pulled,
          worlds,
          trials,
          times: at,
          epoch,
        });
      }
      const batch = made(native.createReplicateBatch(numbers, first, replicates, ...given));
      return {
        replicates,
        advance: (rounds) => advance(batch, rounds, worlds),
        regrets: () => batch.regrets().slice(0, batch.recorded() * replicates),
        recorded: () => flat([batch.regrets().slice(), batch.plays().slice(), batch.stops()]),
        free: () => {
          worlds?.free();
          batch.delete();
        },
      };
    },
    band: (regrets, replicates) => native.regretCurve(regrets, replicates),
  };
}

/** Of an own world the core plays only rounds that are ready. */
function advance(batch: NativeBatch, rounds: number, worlds: OwnWorlds | null): void {
  if (worlds === null) {
    batch.advance(rounds);
    return;
  }
  const end = batch.roundsDone() + rounds;
  for (let done = batch.roundsDone(); done < end; done = batch.roundsDone()) {
    batch.advance(Math.min(end - done, worlds.ready(batch, done)));
  }
}
