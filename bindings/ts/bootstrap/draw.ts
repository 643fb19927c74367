// Which arm a device plays, from the public bytes of a snapshot: src/protocol/arm_odds.cpp and
// src/client/arm_choice.hpp once more in JavaScript, for the moment before the wasm is there. The same
// random words give the same arm, bit for bit (docs/spec/multi-armed.md).
import { LdpError } from '../internal/errors.js';

/** A uniform word of 64 bits. */
export type Words = () => bigint;

const TICKETS = 2 ** 53;
const ALL_WORDS = 2n ** 64n;

/** `{arms, cumulative}`: the arms to choose from, and their tickets added up; without tickets all alike. */
export interface Odds {
  readonly arms: readonly number[];
  readonly cumulative: readonly bigint[];
}

/** What is drawn from, of a checked snapshot. `isBelow`: the level of the device is below `levelAwareFrom`. */
export function oddsOf(snapshot: Readonly<Record<string, unknown>>, isBelow: boolean): Odds {
  const { forced, incumbent, weights } = snapshot;
  if (typeof forced === 'number') return { arms: [forced], cumulative: [] };
  if (isBelow && typeof incumbent === 'number') return { arms: [incumbent], cumulative: [] };
  return Array.isArray(weights) ? weighted(weights) : leading(snapshot as unknown as Estimates);
}

function weighted(weights: readonly number[]): Odds {
  const arms: number[] = [];
  const cumulative: bigint[] = [];
  let sum = 0n;
  weights.forEach((weight, arm) => {
    const tickets = Math.floor(weight * TICKETS);
    if (!(tickets > 0)) return;
    sum += BigInt(tickets);
    arms.push(arm);
    cumulative.push(sum);
  });
  return { arms, cumulative };
}

interface Estimates {
  readonly scale: number;
  readonly mean: readonly (number | null)[];
  readonly width: readonly (number | null)[];
  readonly tilt?: readonly number[];
}

function leading({ scale, mean, width, tilt }: Estimates): Odds {
  const index = width.map((wide, arm) =>
    wide === null ? Infinity : (mean[arm] as number) + (wide + (tilt?.[arm] ?? 0) * scale) * scale,
  );
  const highest = Math.max(...index);
  return { arms: [...index.keys()].filter((arm) => index[arm] === highest), cumulative: [] };
}

/** One arm. Draws nothing where there is nothing to choose. */
export function drawArm({ arms, cumulative }: Odds, words: Words): number {
  const last = cumulative.at(-1);
  if (last === undefined) return arms[Number(uniformBelow(BigInt(arms.length), words))] as number;
  const ticket = uniformBelow(last, words);
  return arms[cumulative.findIndex((sum) => sum > ticket)] as number;
}

/** In [0, n), by rejection (src/random/uniform.hpp). */
function uniformBelow(n: bigint, words: Words): bigint {
  if (n === 1n) return 0n;
  const end = ALL_WORDS - (ALL_WORDS % n);
  for (let tries = 0; tries < 4096; tries++) {
    const word = words();
    if (word < end) return word % n;
  }
  throw new LdpError('insecure_randomness', 'crypto.getRandomValues repeats itself.');
}

/** True with probability `share`, to 2^-32. */
export function isBelowShare(share: number, words: Words): boolean {
  return share >= 1 || Number(BigInt.asUintN(32, words())) < share * 2 ** 32;
}
