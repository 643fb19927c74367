/** The terms of the contextual experiments. Below ε = ½ a page of this size would learn nothing in a day. */
import { levelsOf } from '../../../shared/levels.js';
import { DIMENSION } from './features.js';

export const PERSONAL = levelsOf('personal', [0.5, 1, 2, 4, 8], {
  // The page draws the arrows that a packet of this mechanism is made of (ball.ts).
  algorithm: { type: 'ldp-linear-moments', dimension: DIMENSION, mechanism: 'ball' },
});
