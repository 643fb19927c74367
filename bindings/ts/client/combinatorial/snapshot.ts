// The public snapshot of a combinatorial experiment as it comes from a collector: foreign input,
// checked strictly. Whether a slate is in the decision set the core says.
import { integer, mismatch, nonNegative, readHead, readSnapshot } from '../snapshot.js';

/** What bindings/combinatorial.cpp reads. */
export interface SlateSnapshot {
  readonly id: number;
  readonly reports: number;
  /** Of every arm that a report may name; 0 where nothing was reported yet. */
  readonly mean: Float64Array;
  /** +infinity: never reported. */
  readonly width: Float64Array;
  /** Where each slate ends in `arms`. */
  readonly ends: readonly number[];
  readonly arms: readonly number[];
  /** What is reported of each slate. Empty: the slates do not say. */
  readonly reported: readonly number[];
}

/** As kMaximumSlates in protocol/combinatorial_snapshot.hpp. */
const MOST_SLATES = 64;
/** As kMaximumSuperArms in protocol/decision_set.hpp. */
const MOST_SUPER_ARMS = 4096;
const KEYS = ['v', 'experiment', 'snapshot', 'reports', 'mean', 'width', 'slates'];

/** What the experiment says about its snapshots. */
export interface SlateRules {
  readonly experiment: string;
  /** Of the decision set. */
  readonly arms: number;
  /** Whether every slate says what is reported of it: one of its arms, or, of sum reports, itself. */
  readonly namesReported: boolean;
  readonly namesSuperArm: boolean;
}

/**
 * Reads
 * `{"v":1,"experiment":"id","snapshot":12,"reports":1204,"mean":[..],"width":[..],"slates":[{"arms":[0,2,4],"reported":2},..]}`;
 * a width of null marks an arm that was never reported. Throws `manifest_mismatch`, naming the
 * field.
 */
export function parseSlateSnapshot(value: unknown, rules: SlateRules): SlateSnapshot {
  const given = readSnapshot(value, KEYS, rules.experiment);
  const { arms, namesSuperArm } = rules;
  const [least, most] = namesSuperArm ? [1, MOST_SUPER_ARMS] : [arms, arms];
  const mean = list('mean', given['mean'], least, most);
  const width = list('width', given['width'], mean.length, mean.length);
  const slates = list('slates', given['slates'], 1, MOST_SLATES).map((slate, i) =>
    readSlate(`slates[${i}]`, slate, rules, mean.length),
  );
  let end = 0;
  return {
    ...readHead(given),
    mean: new Float64Array(
      mean.map((x, i) => {
        if (!Number.isFinite(x)) throw mismatch(`snapshot.mean[${i}]`, 'a finite number', x);
        return x as number;
      }),
    ),
    width: new Float64Array(
      width.map((x, i) => (x === null ? Infinity : nonNegative(`width[${i}]`, x))),
    ),
    ends: slates.map(({ arms }) => {
      end += arms.length;
      return end;
    }),
    arms: slates.flatMap(({ arms }) => arms),
    reported: slates.flatMap(({ reported }) => reported),
  };
}

function readSlate(field: string, value: unknown, rules: SlateRules, names: number) {
  const isSlate = typeof value === 'object' && value !== null;
  const { arms, reported, ...rest } = (isSlate ? value : {}) as Record<string, unknown>;
  for (const key of Object.keys(rest))
    throw mismatch(`snapshot.${field}.${key}`, undefined, rest[key]);
  if (!rules.namesReported && reported !== undefined)
    throw mismatch(`snapshot.${field}.reported`, undefined, reported);
  const shown = list(`${field}.arms`, arms, 1, rules.arms).map((arm, i) =>
    integer(`${field}.arms[${i}]`, arm, rules.arms - 1),
  );
  const unordered = shown.findIndex((arm, i) => i > 0 && arm <= (shown[i - 1] as number));
  if (unordered >= 0) {
    const path = `snapshot.${field}.arms[${unordered}]`;
    throw mismatch(path, 'larger than the arm before', shown[unordered]);
  }
  if (!rules.namesReported) return { arms: shown, reported: [] };
  const named = integer(`${field}.reported`, reported, names - 1);
  if (!rules.namesSuperArm && !shown.includes(named))
    throw mismatch(`snapshot.${field}.reported`, 'one of its arms', named);
  return { arms: shown, reported: [named] };
}

function list(field: string, value: unknown, least: number, most: number): readonly unknown[] {
  if (Array.isArray(value) && value.length >= least && value.length <= most) return value;
  const entries = least === most ? most : `${least} to ${most}`;
  throw mismatch(`snapshot.${field}`, `${entries} entries`, value);
}
