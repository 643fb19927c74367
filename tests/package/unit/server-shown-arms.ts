// Which arms a snapshot makes devices play: see src/protocol/arm_odds.hpp.
import type { SnapshotBody } from './server-support.js';

/** A weight below it is none to a device: it draws in tickets of 2^-53. */
const TICKET = 2 ** -53;

/**
 * The arms that a snapshot makes devices play, ascending: only these can an honest report be about.
 *
 * @param isLow Of devices whose level is below the experiment's `levelAwareFrom`.
 */
export function shownArms(snapshot: SnapshotBody, isLow = false): number[] {
  const { forced, incumbent, weights, mean, width, scale, tilt } = snapshot;
  if (forced !== null) return [forced];
  if (isLow && incumbent !== undefined) return [incumbent];
  const all = mean.map((_, arm) => arm);
  if (weights) return all.filter((arm) => (weights[arm] as number) >= TICKET);
  const index = mean.map((value, arm) => {
    const [radius, more] = [width[arm] ?? null, (tilt?.[arm] ?? 0) * scale];
    return value === null || radius === null ? Infinity : value + (radius + more) * scale;
  });
  const highest = Math.max(...index);
  return all.filter((arm) => index[arm] === highest);
}

/** One of {@link shownArms}: the same for the same `choice`, an integer of at least 0. */
export function drawArm(snapshot: SnapshotBody, choice: number, isLow = false): number {
  const arms = shownArms(snapshot, isLow);
  return arms[choice % arms.length] as number;
}
