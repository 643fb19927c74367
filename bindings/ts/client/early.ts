// An option that was shown before the newest snapshot was there, and what is needed to say later whether it is
// reported (docs/spec/early.md). Its report has no number yet: no report names the snapshot that a device has kept.
import { toJson } from '../internal/json.js';
import type { Packet, Payment } from './journal.js';
import type { Manifest, WithheldReason } from './types.js';

/** How an option was drawn: from the shares of a kept snapshot; without one all arms alike. */
export interface Origin {
  readonly kept?: object;
}

/** What stands in a packet until it has a number. All of it is public but the coin, which no answer moves. */
export interface Early extends Origin {
  readonly experiment: string;
  /** What a manifest must say, so that a sender without the terms of the page can compare: {@link termsOf}. */
  readonly terms: string;
  readonly arms: number;
  readonly arm: number;
  /** The level of the device is below `levelAwareFrom`. */
  readonly isBelow: boolean;
  /** 64 random bits, drawn when the option was shown: a decimal. */
  readonly coin: string;
  /** When it leaves once it has a number. */
  readonly dueAt: number;
  /** Absent: the page pays from a ledger of its own. */
  readonly payment?: Payment;
}

/** A packet that has no number yet: it costs nothing, and nothing sends it. */
export type EarlyPacket = Packet & { readonly early: Early };

/**
 * What is known of a decision's report. A number: it is paid for, and is about the snapshot of this number. Undefined:
 * it is paid for. `awaiting_snapshot`: that is not known yet.
 */
export type Fate = WithheldReason | number | undefined;

/** A report body with a number in place of its own. */
export const numbered = (body: string, snapshot: number): string =>
  body.replace(/"snapshot":\d+/, `"snapshot":${snapshot}`);

/** The bytes that a packet leaves with: those of an option shown early were fixed without a number. */
export const withNumberOf = (body: string, packet: Packet): string =>
  body.replace('"snapshot":0,', /"snapshot":\d+,/.exec(packet.body)?.[0] ?? '');

/** What the shares of a snapshot follow from. */
export function sharesIn(snapshot: unknown): object {
  const { mean, width, scale, tilt, ...given } = Object(snapshot) as Record<string, unknown>;
  const { snapshot: number, weights, forced, incumbent } = given;
  return {
    snapshot: number,
    forced,
    incumbent,
    ...(weights ? { weights } : { mean, width, scale, tilt }),
  };
}

/** Equal for equal terms: both sides fill in every default, in the order of the catalog. */
export const termsOf = ({ experiment, algorithm, perReport }: Manifest): string =>
  toJson([experiment, algorithm, perReport?.epsilon, perReport?.delta ?? 0]);

/** Drawn after the noise, so where there is no secure randomness there is no decision. */
export function drawCoin(): string {
  const word = new BigUint64Array(1);
  crypto.getRandomValues(new Uint8Array(word.buffer));
  return String(word[0]);
}
