// A run in a combinatorial world in the numbers that the module takes.
import {
  combinatorialCatalog,
  combinatorialWidthWords,
  coordinateWords,
} from '../generated/catalog-combinatorial.js';
import { centralNoiseWords, combinatorialRegretWords } from '../generated/worlds.js';
import { type FlatDecisionSet, flattenDecisionSet } from '../internal/decision-set.js';
import { numberOf } from './native-words.js';
import type { CombinatorialEnvironment, PolicySpec, SimulationSpec } from './spec-types.js';

/** CombinatorialSpec of the core. */
export interface NativeCombinatorial {
  readonly set: FlatDecisionSet;
  readonly means: Float64Array;
  /** [arms] or empty. */
  readonly together: Uint32Array;
  /** 0 where there is no privacy. */
  readonly epsilon: number;
  readonly coordinate: number;
  readonly width: number;
  /** 0: not told. */
  readonly horizon: number;
  readonly noise: number;
  readonly regret: number;
}

/** Parameters that only some policies have. */
interface Known {
  readonly type: PolicySpec['type'];
  readonly coordinate?: string;
  readonly width?: string;
  readonly horizon?: number;
  readonly noise?: string;
}

/** Of a policy with its defaults. `epsilon`: 0 where there is no privacy. */
export function nativeCombinatorial(
  { set, means, together = [] }: CombinatorialEnvironment,
  policy: Known,
  epsilon: number,
  regret: SimulationSpec['regret'],
): NativeCombinatorial {
  return {
    set: flattenDecisionSet(set),
    means: Float64Array.from(means),
    together: Uint32Array.from(together),
    epsilon,
    coordinate: numberOf(
      coordinateWords,
      policy.coordinate ?? coordinateWithoutChoice(policy.type),
    ),
    width: numberOf(combinatorialWidthWords, policy.width ?? 'none'),
    horizon: policy.horizon ?? 0,
    noise: numberOf(centralNoiseWords, policy.noise ?? 'batches'),
    regret: numberOf(combinatorialRegretWords, regret ?? 'pseudo'),
  };
}

/** What learners take that leave no choice: all, but for those with a report about one arm. */
function coordinateWithoutChoice(type: PolicySpec['type']): string {
  const entry = combinatorialCatalog.find(({ id }) => id === type);
  const reportsOne = entry?.trustModel === 'local' && !kOfSlates.includes(entry.id);
  return reportsOne ? 'least-reported' : 'all';
}

const kOfSlates: readonly string[] = ['cucb-ldp1', 'cucb-ldp-sum'];
