/** The public snapshot of an experiment with slates, as the collector publishes it, and what can be read off it. */
import type { SnapshotHead } from '../../../shared/snapshot.js';

/** A super arm, and the one arm of it whose answer is reported. */
export interface PublicSlate {
  readonly arms: readonly number[];
  readonly reported: number;
}

export interface SlateSnapshot extends SnapshotHead {
  readonly mean: readonly number[];
  /** √(La/(2W)), La = ln(1 + t ln² t) at the next round t, W equivalent answers in the clear; null: never reported. */
  readonly width: readonly (number | null)[];
  /** A device plays one of them, drawn by a coin of its own, all alike. */
  readonly slates: readonly PublicSlate[];
}

export interface CardBelief {
  readonly card: number;
  /** Estimated share of people who would go; may leave [0, 1]. Null: never reported. */
  readonly mean: number | null;
  /** Half-width of a 95 % interval; null: never reported. */
  readonly halfWidth: number | null;
}

/** Hoeffding's inequality 2 exp(−2 b² W) = 5 % gives b = √(ln 40/(2W)): the width, with ln 40 in place of La. */
export function cardBeliefs({ mean, width, reports }: SlateSnapshot): CardBelief[] {
  const round = reports + 1;
  const scale = Math.sqrt(Math.log(40) / Math.log1p(round * Math.log(round) ** 2));
  return width.map((radius, card) => ({
    card,
    mean: radius === null ? null : (mean[card] ?? 0),
    halfWidth: radius === null ? null : radius * scale,
  }));
}

/** On how many of the slates a card is. */
export const timesShown = ({ slates }: SlateSnapshot, card: number) =>
  slates.filter(({ arms }) => arms.includes(card)).length;
