// The snapshot of a best-arm experiment: that of the multi-armed family, and what is known of the answer.
// Foreign input, checked strictly.
import type { BestArmExperiment } from '../../internal/validate-best-arm.js';
import { integer, mismatch, record } from '../snapshot.js';
import type { BestArmStatus } from '../types.js';

const KEYS = ['answer', 'certified', 'error', 'lower', 'upper', 'left'];
/** Of ldp-duel: numbers, one per arm, for people. */
const LISTS = ['pulls', 'evidence', 'lift', 'liftLower', 'liftUpper'] as const;

/**
 * Reads `best`,
 * `{"answer":2,"certified":false,"error":0.031,"lower":[0.1,0.2,0.4],"upper":[0.5,0.6,0.8],"left":[1,2]}`,
 * where an answer of null is none yet, `ended`, which is true once the operator has ended the experiment, and
 * `keep`, the share of devices that go on reporting while the rule has stopped. That of `ldp-duel` has more lists of a
 * number per arm. Throws `manifest_mismatch`, naming
 * the field.
 */
export function parseBest(
  value: unknown,
  ended: unknown,
  keep: unknown,
  { algorithm, arms }: BestArmExperiment,
): BestArmStatus {
  const given = record('snapshot.best', value);
  for (const key of Object.keys(given)) {
    const isKnown = KEYS.includes(key) || (algorithm === 'ldp-duel' && isList(key));
    if (!isKnown) throw mismatch(`snapshot.best.${key}`, undefined, given[key]);
  }
  const answer =
    given['answer'] === null ? null : integer('best.answer', given['answer'], arms - 1);
  const { certified } = given;
  if (typeof certified !== 'boolean')
    throw mismatch('snapshot.best.certified', 'true or false', certified);
  if (answer === null && (certified || ended || keep !== undefined))
    throw mismatch('snapshot.best.answer', 'an arm once the rule has stopped', null);
  const lower = bounds('lower', given['lower'], arms);
  const upper = bounds('upper', given['upper'], arms);
  const crossed = lower.findIndex((low, arm) => low > (upper[arm] as number));
  if (crossed >= 0)
    throw mismatch(`snapshot.best.upper[${crossed}]`, 'not below lower', upper[crossed]);
  return {
    answer,
    certified,
    error: share('best.error', given['error']),
    lower,
    upper,
    left: armsLeft(given['left'], arms),
    ...listsOf(given, arms),
    ended: ended === true,
    ...(keep !== undefined && { keep: share('keep', keep) }),
  };
}

const isList = (key: string) => LISTS.some((list) => list === key);

function listsOf(given: Record<string, unknown>, arms: number) {
  const lists = LISTS.filter((name) => given[name] !== undefined).map((name) => {
    const list: readonly unknown[] = Array.isArray(given[name]) ? given[name] : [];
    if (list.length !== arms || !list.every(Number.isFinite))
      throw mismatch(`snapshot.best.${name}`, `${arms} numbers`, given[name]);
    return [name, list] as const;
  });
  return Object.fromEntries(lists) as Pick<BestArmStatus, (typeof LISTS)[number]>;
}

/** A number from 0 to 1. */
function share(field: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw mismatch(`snapshot.${field}`, 'from 0 to 1', value);
}

function bounds(name: string, value: unknown, arms: number): readonly number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (list.length !== arms) throw mismatch(`snapshot.best.${name}`, `${arms} numbers`, value);
  return list.map((bound, arm) => share(`best.${name}[${arm}]`, bound));
}

function armsLeft(value: unknown, arms: number): readonly number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (list.length === 0) throw mismatch('snapshot.best.left', 'a list of arms', value);
  return list.map((arm, i) => {
    const read = integer(`best.left[${i}]`, arm, arms - 1);
    if (i > 0 && read <= (list[i - 1] as number))
      throw mismatch(`snapshot.best.left[${i}]`, 'above the one before', arm);
    return read;
  });
}
