/** What a snapshot says, for an operator: read from the bytes that every device gets. */
import type { BestArmResult, OptionResult, Results } from './types.js';

interface Snapshot {
  readonly snapshot: number;
  readonly reports: number;
  readonly forgeries?: number | null;
  readonly scale?: number;
  readonly mean?: readonly (number | null)[];
  readonly width?: readonly (number | null)[];
  readonly tilt?: readonly number[];
  readonly best?: Omit<BestArmResult, 'ended' | 'keep'> & {
    readonly lower: readonly number[];
    readonly upper: readonly number[];
  };
  readonly ended?: boolean;
  readonly keep?: number;
}

/** @param body A snapshot that this project wrote. */
export function readResults(body: Uint8Array, labels?: readonly string[]): Results {
  const given = JSON.parse(new TextDecoder().decode(body)) as Snapshot;
  const { snapshot, reports, forgeries = null, best, ended = false, keep } = given;
  const options = optionsOf(given, labels);
  return {
    snapshot,
    reports,
    forgeries,
    ...(options && { options }),
    ...(best && {
      best: {
        answer: best.answer,
        certified: best.certified,
        error: best.error,
        left: best.left,
        ended,
        ...(keep !== undefined && { keep }),
      },
    }),
  };
}

function optionsOf(given: Snapshot, labels?: readonly string[]): OptionResult[] | undefined {
  const { mean, width, best, scale = 1, tilt = [] } = given;
  if (mean === undefined || width === undefined) return undefined;
  return mean.map((value, arm) => {
    const around = width[arm] ?? null; // null: no report about it
    const reach =
      around === null ? Number.POSITIVE_INFINITY : around * scale + (tilt[arm] ?? 0) * scale ** 2;
    const label = labels?.[arm];
    return {
      ...(label !== undefined && { label }),
      mean: around === null ? null : value,
      low: best?.lower[arm] ?? clipped((value ?? 0) - reach),
      high: best?.upper[arm] ?? clipped((value ?? 0) + reach),
    };
  });
}

function clipped(reward: number): number {
  return Math.min(1, Math.max(0, reward));
}
