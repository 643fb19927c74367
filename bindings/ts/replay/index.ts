/**
 * `ldp-bandits/replay`: what private learners would have earned on a log, from a seed. For operators and researchers: it
 * has both sides, so nothing of it belongs into a page.
 */

export { LdpError, type LdpErrorCode } from '../internal/errors.js';
export { replayable } from './algorithm.js';
export type { Difference, Estimate } from './estimator.js';
export type { Loudness } from './loudness.js';
export { toCSV, toReplaySVG } from './output.js';
export { replay } from './replay.js';
export type {
  ReplayAlgorithm,
  ReplayContexts,
  ReplayLog,
  ReplayOptions,
  ReplayPoint,
  ReplayPolicy,
  ReplayResult,
  Slates,
} from './types.js';
