/** The terms of the tuning experiments. */
import { levelsOf } from '../../../shared/levels.js';

/** Each of the two that a visitor compares is so far from the middle of them, on sliders from 0 to 1. */
export const REACH = 0.25;

export const TUNE = levelsOf('layout', [0.25, 0.5, 1, 2, 4, 8], {
  algorithm: {
    type: 'ldp-two-point',
    set: { type: 'box', low: [0, 0], high: [1, 1] },
    feedback: 'comparison',
    // In inner radii: that of the box is 1/2.
    distance: 2 * REACH,
    horizon: 10_000,
  },
});
