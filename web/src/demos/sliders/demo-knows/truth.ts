/**
 * The ground truth of the demo: the setting that the simulated crowd likes best, and how a visitor of it decides.
 * A real site never has these numbers, which is why nothing outside this folder may import them.
 */
import type { Point } from '../shared/settings.js';

/** Large cards, close together. */
export const IDEAL: Point = [0.7, 0.3];

/** Each visitor has a taste of their own, so far from the ideal at most, in each slider. */
const SPREAD = 0.2;
/** How surely a visitor sees which of two is nearer to their taste. */
const KEENNESS = 12;

export const distance = ([a, b]: Point, [c, d]: Point) => Math.hypot(a - c, b - d);

/**
 * Probability that a visitor with this taste says that the left one is better: a logistic choice between two
 * losses, each the squared distance to the taste.
 */
export function prefersLeft(taste: Point, left: Point, right: Point): number {
  const gain = distance(right, taste) ** 2 - distance(left, taste) ** 2;
  return 1 / (1 + Math.exp(-KEENNESS * gain));
}

/** @param uniform two numbers from [0, 1) */
export const tasteOf = ([first, second]: readonly [number, number]): Point => [
  IDEAL[0] + SPREAD * (2 * first - 1),
  IDEAL[1] + SPREAD * (2 * second - 1),
];

/** How far a setting is from the ideal, in percent of the way from corner to corner of the map. */
export const missOf = (point: Point) => (100 * distance(point, IDEAL)) / Math.SQRT2;
