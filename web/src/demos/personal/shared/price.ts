/**
 * How many more visitors a collector needs, to know its weights as well as from true numbers.
 *
 * What a packet of the kind `moment` stands for is v = (y − ½) x, of length ½ for an answer y of 0 or 1 and a
 * feature vector of length 1: its variance, summed over the coordinates, is ¼ less what the mean takes. What
 * leaves is the mean of m arrows of length ½ B, whose mean is v: that adds (¼ B² − ¼)/m. Where answers are mostly
 * chance the mean takes little, and the ratio of the two variances is 1 + (B² − 1)/m. The estimate is linear in
 * the mean of the packets, so its variance grows by the same factor, and as many times the visitors make up for
 * it.
 */
import { arrows, stretch } from './ball.js';
import { DIMENSION } from './features.js';

export function visitorsFactor(epsilon: number): number {
  const m = arrows(epsilon);
  return 1 + (stretch(epsilon / m, DIMENSION) ** 2 - 1) / m;
}
