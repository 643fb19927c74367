// ldp-bandits/papers: the figures of the papers behind the algorithms, as simulations to run with
// `ldp-bandits/simulation` and claims to judge the results by. Nothing here runs anything.
export { ren2020 } from './ren2020/index.js';
export type {
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
