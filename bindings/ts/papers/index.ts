// ldp-bandits/papers: the figures of the papers behind the algorithms, as simulations to run with
// `ldp-bandits/simulation` and claims to judge the results by. Nothing here runs anything.
import { chen2020 } from './chen2020/index.js';
import { onlineLdpLinear } from './online-ldp-linear/index.js';
import { ren2020 } from './ren2020/index.js';
import { secondGeneration } from './second-generation/index.js';
import type { Paper } from './types.js';
import { zheng2020 } from './zheng2020/index.js';

export { chosenOf, claimsOf } from './choices.js';
export { type Measured, regret } from './measure.js';
export type {
  Choice,
  ChoiceOption,
  Chosen,
  Claim,
  Figure,
  FigureMode,
  FigureResults,
  Line,
  NamedSpec,
  Paper,
  Reference,
  ScatterPoint,
  Verdict,
} from './types.js';
export { chen2020, onlineLdpLinear, ren2020, secondGeneration, zheng2020 };

/** All published ones; `secondGeneration` is this project's own. */
export const papers: readonly Paper[] = [ren2020, onlineLdpLinear, chen2020, zheng2020];
