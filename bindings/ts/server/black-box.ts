/** A learner of the operator's own, for the one-point reduction. What it returns is foreign input. */
import { LdpError } from '../internal/errors.js';
import { invalidArgument, requireFunction } from '../internal/validate.js';
import { entriesOf } from './oracle.js';

/** What is known of one arm: a function of the reports alone. */
export interface ArmStatistics {
  readonly reports: number;
  /**
   * Without bias for the mean loss of those who played the arm, 1 minus the reward in [0, 1]; noise can
   * bring it out of that range. 0.5 before the first report.
   */
  readonly meanLoss: number;
}

/**
 * Any learner of bounded losses, as the weights that it would give the arms now: numbers from 0, of a
 * positive sum, which need not be 1. Devices draw their arm from them. Synchronous, and best a function of
 * its arguments alone: then an auditor with the reports can check that the snapshots follow from them.
 * `publicSeed` is for learners that draw, and is another one for each snapshot.
 */
export type BlackBoxLearner = (
  statistics: readonly ArmStatistics[],
  publicSeed: bigint,
) => ArrayLike<number>;

export interface CheckedBlackBox {
  /** Throws LdpError `invalid_argument` for whatever is no list of weights. */
  weigh(statistics: readonly ArmStatistics[], publicSeed: bigint): Float64Array;
}

/** @throws LdpError `invalid_argument`. */
export function requireBlackBox(path: string, value: unknown, arms: number): CheckedBlackBox {
  if (value === undefined) {
    throw invalidArgument(
      path,
      value,
      'is missing: one-point-reduction is over a learner of yours',
    );
  }
  const learner = requireFunction(path, value as BlackBoxLearner);
  return {
    weigh(statistics, publicSeed) {
      let given: unknown;
      let list: readonly unknown[] | undefined;
      try {
        given = learner(statistics, publicSeed);
        list = entriesOf(given, arms + 1);
      } catch (cause) {
        const reason = 'threw, which leaves no weights to publish';
        const details = { parameter: path, reason };
        throw new LdpError('invalid_argument', `${path}: ${reason}`, { details, cause });
      }
      if (!list) throw invalidArgument(path, given, 'must return a list of weights');
      if (list.length !== arms) {
        throw invalidArgument(path, list.length, `must return ${arms} weights, one for each arm`);
      }
      const wrong = list.findIndex((weight) => !Number.isFinite(weight) || (weight as number) < 0);
      if (wrong >= 0) {
        throw invalidArgument(path, list[wrong], 'must return finite weights, none negative');
      }
      const weights = Float64Array.from(list as readonly number[]);
      const sum = weights.reduce((total, weight) => total + weight, 0);
      if (!(sum > 0 && Number.isFinite(sum))) {
        throw invalidArgument(path, sum, 'must return weights of a positive finite sum');
      }
      return weights;
    },
  };
}
