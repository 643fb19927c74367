/**
 * `ldp-bandits/server`: the half that learns. It sees reports and nothing else; nothing here can
 * import the half on the device.
 */

export type { Bootstrap, BootstrapEntry } from '../internal/bootstrap.js';
export type { ConvexSet } from '../internal/convex-set.js';
export type { DecisionSet } from '../internal/decision-set.js';
export { LdpError, type LdpErrorCode } from '../internal/errors.js';
export type { WasmSource } from '../internal/instantiate.js';
export type { ArmStatistics, BlackBoxLearner } from './black-box.js';
export type { Delivered } from './broadcast.js';
export { createCollector } from './create-collector.js';
export type { Digest } from './digest.js';
export { memoryStore } from './memory-store.js';
export { createEvaluator, evaluate } from './off-policy/evaluate.js';
export { type PrivateLogRow, privateLog } from './off-policy/private-log.js';
export type {
  Evaluator,
  Interval,
  PrivateEstimates,
  PrivateEvaluation,
  PrivateEvaluatorOptions,
  PrivateRow,
  RawEstimates,
  RawEvaluatorOptions,
  RawRow,
  Refusal,
} from './off-policy/types.js';
export type { SlateOracle } from './oracle.js';
export { reportIdBytes } from './report-id.js';
export { sharedCollector } from './shared-collector.js';
export {
  addExactly,
  emptyStatistics,
  mergeStatistics,
  requireDelta,
  type Statistics,
  type StatisticsDelta,
} from './statistics.js';
export {
  type AggregateStore,
  type BatchItem,
  type CommitOptions,
  type CommitResult,
  type DefinitionStore,
  type Epoch,
  type Head,
  type Publication,
  requireOpen,
  requireRoom,
  requireSuccessor,
} from './store.js';
export type {
  AlgorithmSpec,
  Arrival,
  Assigner,
  AssignerOptions,
  Assignment,
  BestArmResult,
  Collector,
  CollectorOptions,
  ExperimentOptions,
  Lift,
  Manifest,
  NoticedChanges,
  OnError,
  OptionResult,
  Results,
  Serve,
  SnapshotInfo,
  Spend,
  Timing,
  TimingOptions,
} from './types/index.js';
