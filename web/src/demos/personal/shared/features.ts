/**
 * Feature vectors, made on the device: what a visitor wants, joined with what a card offers.
 *
 * The wishes c are scaled to length 1. A card that offers a (+1 or −1 each) then has the features
 * (c₁a₁, …, c₆a₆): how well it fits, aspect by aspect. Every vector has length 1, or 0 for a visitor who told
 * the device nothing.
 */
import { ASPECTS, CARDS } from './cards.js';

/** A wish for each aspect, from −1 to 1; 0: none, or none that the device may use. */
export type Wishes = readonly number[];

export const DIMENSION = ASPECTS.length;

export const FEATURE_FEET: readonly string[] = ASPECTS.map(({ short }) => short);

/** One row per card. */
export function featuresOf(wishes: Wishes): number[][] {
  const length = Math.hypot(...wishes);
  return CARDS.map(({ offers }) =>
    offers.map((offer, i) => (length === 0 ? 0 : (offer * (wishes[i] ?? 0)) / length)),
  );
}
