// The module that runs are given, as itself or by its address.
import { ldpThompson, thompson, ucb1 } from './learners.mjs';
import { followTheMean, worlds } from './worlds.mjs';

export const environments = worlds;
export const policies = {
  ucb1,
  thompson,
  'ldp-thompson': ldpThompson,
  'follow-the-mean': followTheMean,
};
