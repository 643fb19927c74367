/** An oracle of the operator's own, for a custom decision set. What it returns is foreign input. */
import { LdpError } from '../internal/errors.js';
import { invalidArgument, requireFunction } from '../internal/validate.js';
import type { CombinatorialExperiment } from '../internal/validate-combinatorial.js';

/**
 * Chooses a super arm with (nearly) the largest reward if the means of the arms were `weights`, one for
 * each arm, in [0, 1]. Returns arms from 0 in any order, none twice. Synchronous, and best a function of
 * its arguments alone: then an auditor with the reports can check that the snapshots follow from them.
 * `publicSeed` is for breaking ties, and is the same in every call.
 */
export type SlateOracle = (weights: Float64Array, publicSeed: bigint) => ArrayLike<number>;

export interface CheckedOracle {
  /** Arms ascending. Throws LdpError `invalid_argument` for whatever is no super arm. */
  solve(weights: Float64Array, publicSeed: bigint): Uint32Array;
  /** Why its answer cannot be played. */
  refused(arms: ArrayLike<number>, reason: string): LdpError;
}

/**
 * The oracle of an experiment, which it has exactly if its set is custom.
 *
 * @throws LdpError `invalid_argument`.
 */
export function requireOracle(
  path: string,
  value: unknown,
  { set }: CombinatorialExperiment,
): CheckedOracle | undefined {
  if (set.type !== 'custom') {
    if (value === undefined) return undefined;
    throw invalidArgument(path, value, 'belongs to a decision set of type "custom"');
  }
  if (value === undefined) throw invalidArgument(path, value, 'is missing: the set is custom');
  const oracle = requireFunction(path, value as SlateOracle);
  const { arms, most } = set;
  const refused = (given: unknown, reason: string) => invalidArgument(path, given, reason);
  return {
    refused,
    solve(weights, publicSeed) {
      let given: unknown;
      let list: readonly unknown[] | undefined;
      try {
        given = oracle(weights, publicSeed);
        list = entriesOf(given, most + 1);
      } catch (cause) {
        const reason = 'threw, which leaves no slate to publish';
        const details = { parameter: path, reason };
        throw new LdpError('invalid_argument', `${path}: ${reason}`, { details, cause });
      }
      if (!list) throw refused(given, 'must return a list of arms');
      if (list.length < 1 || list.length > most) {
        throw refused(given, `must return 1 to ${most} arms`);
      }
      const wrong = list.findIndex(
        (arm) => typeof arm !== 'number' || !Number.isInteger(arm) || arm < 0 || arm >= arms,
      );
      if (wrong >= 0) throw refused(list[wrong], `must return arms from 0 to ${arms - 1}`);
      const sorted = Uint32Array.from(list as number[]).sort();
      const twice = sorted.find((arm, i) => i > 0 && arm === sorted[i - 1]);
      if (twice !== undefined) throw refused(twice, 'must not return an arm twice');
      return sorted;
    },
  };
}

/** The first of its entries, each read once; undefined: it is no list. */
export function entriesOf(given: unknown, limit: number): readonly unknown[] | undefined {
  // The promise is not awaited: its unhandled rejection would end a Node process.
  if (given instanceof Promise) given.catch(() => {});
  const list = given as ArrayLike<unknown>;
  const length =
    typeof given === 'object' ? (list as ArrayLike<unknown> | null)?.length : undefined;
  if (!Number.isInteger(length)) return undefined;
  return Array.from({ length: Math.min(length as number, limit) }, (_, i) => list[i]);
}
