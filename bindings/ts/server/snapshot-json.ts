/** A snapshot as every device gets it: one JSON line, null for what JSON cannot say (never pulled). */
import type { Publishable } from './learner.js';

export function encodeSnapshot(experiment: string, snapshot: Publishable): Uint8Array {
  const { id, reports, scale, mean, width, forcedArm } = snapshot;
  const pulled = (i: number) => width[i] !== Number.POSITIVE_INFINITY;
  return new TextEncoder().encode(
    JSON.stringify({
      v: 1,
      experiment,
      snapshot: id,
      reports,
      scale,
      mean: Array.from(mean, (value, i) => (pulled(i) ? value : null)),
      width: Array.from(width, (value, i) => (pulled(i) ? value : null)),
      forced: forcedArm < 0 ? null : forcedArm,
    }),
  );
}

/** Id and size of a snapshot that this project wrote, from its bytes. Null if they are not one. */
export function readSnapshot(bytes: Uint8Array): { id: number; reports: number } | null {
  try {
    const { v, snapshot, reports } = JSON.parse(new TextDecoder().decode(bytes));
    return v === 1 && Number.isSafeInteger(snapshot) && Number.isSafeInteger(reports)
      ? { id: snapshot, reports }
      : null;
  } catch {
    return null;
  }
}
