// The parts of a spec that say who visits and how reports travel.
import { servingWords } from '../generated/worlds.js';
import { choice, integer, invalid, list, number, record } from './fields.js';
import { limits } from './limits.js';
import type {
  ClippedGaussianPopulation,
  DeliverySpec,
  MenuPopulation,
  Population,
  RunSpec,
} from './spec-types.js';

/** Who visits a run; an empty menu for a policy without privacy. */
export function populationOf({ population, epsilon }: RunSpec): Population {
  if (population !== undefined) return population;
  return epsilon === undefined
    ? { levels: [], probabilities: [] }
    : { levels: [epsilon], probabilities: [1] };
}

/** The positive levels of a menu; null where levels are continuous. */
export function menuOf(run: RunSpec): readonly number[] | null {
  const population = populationOf(run);
  return 'levels' in population ? population.levels.filter((level) => level > 0) : null;
}

export function readPopulation(value: unknown, path: string): Population {
  const isContinuous = typeof value === 'object' && value !== null && 'type' in value;
  return isContinuous ? readClippedGaussian(value, path) : readMenu(value, path);
}

export function readDelivery(value: unknown, path: string): DeliverySpec {
  const fields = record(value, path, ['epoch', 'delay', 'lost', 'serving']);
  const { epoch, delay, lost, serving } = fields;
  return {
    ...(epoch !== undefined && { epoch: integer(epoch, `${path}.epoch`, 1, limits.horizon) }),
    ...(delay !== undefined && { delay: integer(delay, `${path}.delay`, 0, limits.delay) }),
    ...(lost !== undefined && { lost: number(lost, `${path}.lost`, 0, 1) }),
    ...(serving !== undefined && { serving: choice(serving, `${path}.serving`, servingWords) }),
  };
}

export function deliveryWithDefaults(delivery: DeliverySpec = {}): Required<DeliverySpec> {
  const { epoch = 1, delay = 0, lost = 0, serving = 'dense' } = delivery;
  return { epoch, delay, lost, serving };
}

/** Whether there is more to delivery than a decision and its report in the same round. */
export function reportsTravel({ delivery }: RunSpec): boolean {
  const { epoch, delay, lost, serving } = deliveryWithDefaults(delivery);
  return epoch > 1 || delay > 0 || lost > 0 || serving !== 'dense';
}

function readMenu(value: unknown, path: string): MenuPopulation {
  const fields = record(value, path, ['levels', 'probabilities']);
  const { minimum, maximum } = limits.epsilon;
  const silent = Array.isArray(fields.levels) && fields.levels[0] === 0;
  const levels = list(
    fields.levels,
    `${path}.levels`,
    1,
    limits.levels + (silent ? 1 : 0),
    (level, at) => (level === 0 ? 0 : number(level, at, minimum, maximum)),
  );
  if (levels.some((level, index) => index > 0 && level <= (levels[index - 1] ?? 0))) {
    throw invalid(`${path}.levels`, 'must increase strictly');
  }
  if (levels.at(-1) === 0)
    throw invalid(`${path}.levels`, 'must have a positive level: no visitor would report');
  const probabilities = list(
    fields.probabilities,
    `${path}.probabilities`,
    levels.length,
    levels.length,
    (p, at) => number(p, at, 0, 1),
  );
  const total = probabilities.reduce((sum, p) => sum + p, 0);
  if (Math.abs(total - 1) > 1e-9) throw invalid(`${path}.probabilities`, 'must have the sum 1');
  return { levels, probabilities };
}

function readClippedGaussian(value: unknown, path: string): ClippedGaussianPopulation {
  const fields = record(value, path, ['type', 'mean', 'deviation', 'low', 'high']);
  const { maximum } = limits.epsilon;
  const type = choice(fields.type, `${path}.type`, ['clipped-gaussian']);
  const mean = number(fields.mean, `${path}.mean`, -maximum, maximum);
  const deviation = number(fields.deviation, `${path}.deviation`, 0, maximum);
  if (!(deviation >= limits.epsilon.minimum))
    throw invalid(`${path}.deviation`, `must be at least ${limits.epsilon.minimum}`);
  const low = number(fields.low, `${path}.low`, 0, maximum);
  const high = number(fields.high, `${path}.high`, 0, maximum);
  if (!(low < high)) throw invalid(`${path}.high`, 'must be above low');
  if (high < 1 / 256)
    throw invalid(`${path}.high`, 'must be at least 1/256: no visitor would report');
  return { type, mean, deviation, low, high };
}

/** Sums that a learner of this run keeps for one arm: what the size of a batch depends on. */
export function sumsPerArm(run: RunSpec): number {
  return Math.max(1, menuOf(run)?.length ?? 1);
}
