/** Results for people: what all reports say, beside what the newest snapshot says. */
import { invalidArgument } from '../internal/validate.js';
import type { ArmRow } from './arm-rows.js';
import type { BestArmResult, Lift, OptionResult, Results } from './types/index.js';

interface Snapshot {
  readonly snapshot: number;
  readonly forgeries?: number | null;
  readonly scale?: number;
  readonly mean?: readonly (number | null)[];
  readonly width?: readonly (number | null)[];
  readonly tilt?: readonly number[];
  readonly best?: Omit<BestArmResult, 'ended' | 'keep' | 'reportsLeft'> & {
    readonly lower: readonly number[];
    readonly upper: readonly number[];
  };
  readonly alarms?: number;
  readonly lastAlarm?: number;
  readonly ended?: boolean;
  readonly keep?: number;
}

/** What was counted, of all reports in the store. */
export interface Counted {
  /** Undefined: there are no arms that the server knows. */
  readonly arms: readonly ArmRow[] | undefined;
  readonly control: number | null;
  readonly reports: number;
  readonly reportsLeft: number | null;
  readonly refused: Results['refused'];
}

/** @param body A snapshot that this project wrote. */
export function readResults(
  body: Uint8Array,
  labels: readonly string[] | undefined,
  counted: Counted,
): Results {
  const given = JSON.parse(new TextDecoder().decode(body)) as Snapshot;
  const { snapshot, forgeries = null, alarms, lastAlarm = 0, best, ended = false, keep } = given;
  const { reports, reportsLeft, refused, arms } = counted;
  return {
    snapshot,
    reports,
    refused,
    forgeries,
    ...(alarms !== undefined && { changes: { noticed: alarms, last: lastAlarm || null } }),
    ended,
    ...(arms && { options: optionsOf(given, arms, counted.control, labels) }),
    ...(best && {
      best: {
        answer: best.answer,
        certified: best.certified,
        error: best.error,
        left: best.left,
        ...(best.evidence && { evidence: best.evidence }),
        reportsLeft,
        ended,
        ...(keep !== undefined && { keep }),
      },
    }),
  };
}

function optionsOf(
  given: Snapshot,
  arms: readonly ArmRow[],
  control: number | null,
  labels?: readonly string[],
): OptionResult[] {
  const total = arms.reduce((sum, { reports }) => sum + reports, 0);
  return arms.map(({ reports, reward, lift, relative }, arm) => {
    const label = labels?.[arm];
    return {
      ...(label !== undefined && { label }),
      reports,
      mean: reward?.mean ?? null,
      low: reward?.low ?? null,
      high: reward?.high ?? null,
      share: total === 0 ? 0 : reports / total,
      ...(control !== null && control !== arm && { lift: lift && liftOf(lift, relative) }),
      bounds: boundsOf(given, arm),
    };
  });
}

function liftOf(lift: NonNullable<ArmRow['lift']>, relative: ArmRow['relative']): Lift {
  return { ...lift, relative };
}

function boundsOf({ mean = [], width = [], best, scale = 1, tilt = [] }: Snapshot, arm: number) {
  const middle = mean[arm] ?? 0;
  const around = width[arm] ?? null; // null: no report about it
  const reach =
    around === null ? Number.POSITIVE_INFINITY : around * scale + (tilt[arm] ?? 0) * scale ** 2;
  return {
    low: best?.lower[arm] ?? clipped(middle - reach),
    high: best?.upper[arm] ?? clipped(middle + reach),
  };
}

function clipped(reward: number): number {
  return Math.min(1, Math.max(0, reward));
}

/**
 * The number of an arm that an operator names.
 *
 * @param arms How many there are; undefined: none that an operator could name.
 * @throws LdpError `invalid_argument`.
 */
export function requireArm(
  parameter: string,
  value: unknown,
  arms: number | undefined,
  labels?: readonly string[],
): number {
  if (arms === undefined) {
    const reason = 'is not for this algorithm: the collector knows no single arms of it';
    throw invalidArgument(parameter, value, reason);
  }
  const arm = typeof value === 'string' ? (labels?.indexOf(value) ?? -1) : value;
  if (Number.isInteger(arm) && (arm as number) >= 0 && (arm as number) < arms) return arm as number;
  const named = labels ? ', or one of its labels' : '';
  throw invalidArgument(parameter, value, `must be an arm, 0 to ${arms - 1}${named}`);
}
