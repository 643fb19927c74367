// What both client entries export beside createBandit.
export type { RewardTransform } from '../generated/catalog.js';
export type { Bootstrap, BootstrapEntry } from '../internal/bootstrap.js';
export type {
  BallSet,
  BoxSet,
  ConvexSet,
  PolytopeSet,
  SimplexSet,
} from '../internal/convex-set.js';
export type {
  CoverageSet,
  CustomSet,
  DecisionSet,
  InfluenceSet,
  ListSet,
  MatchingSet,
  PartitionSet,
  PathSet,
  SpanningTreeSet,
  TopKSet,
} from '../internal/decision-set.js';
export { LdpError, type LdpErrorCode } from '../internal/errors.js';
export type { WasmSource } from '../internal/instantiate.js';
export { type Explained, type Explanation, explain } from './explain.js';
export { indexedDbLedger, memoryLedger } from './ledgers.js';
export type * from './types.js';
