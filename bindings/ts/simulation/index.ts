// ldp-bandits/simulation: seeded worlds, populations and learners; the home of the comparators that
// the page's client refuses.
export { LdpError, type LdpErrorCode } from '../internal/errors.js';
export type { WasmSource } from '../internal/instantiate.js';
export { type CatalogAlgorithm, type CatalogParameter, catalog, defaultBySet } from './catalog.js';
export { readResult } from './read-result.js';
export { createSimulator } from './simulator.js';
export { type ChangingWorld, changingWorld } from './spec-changes.js';
export { decodeSpec, encodeSpec } from './spec-codec.js';
export {
  chooseThreshold,
  type LevelSample,
  type TheoryCurveName,
  type TheoryCurveOptions,
  type ThresholdChoice,
  type ThresholdOptions,
  theoryCurve,
} from './theory.js';
export {
  type BestArmSampleCount,
  type BestArmSampleCountOptions,
  bestArmSampleCount,
} from './theory-best-arm.js';
export {
  type AdversarialTheoryCurveOptions,
  adversarialTheoryCurve,
  type ConvexTheoryCurveOptions,
  convexTheoryCurve,
} from './theory-convex.js';
export type { ReleaseOptions } from './theory-release.js';
export {
  type SlateTheoryCurveName,
  type SlateTheoryCurveOptions,
  slateTheoryCurve,
} from './theory-slates.js';
export type {
  BernoulliEnvironment,
  BestArmPolicySpec,
  BetaEnvironment,
  ChangeOfMeans,
  ClippedGaussianPopulation,
  ConvexEnvironment,
  ConvexLoss,
  ConvexPolicySpec,
  Curve,
  DeliverySpec,
  Environment,
  GaussianEnvironment,
  GeneralizedLinearEnvironment,
  GeneralizedLinearPolicySpec,
  LinearEnvironment,
  LinearPolicySpec,
  MenuPopulation,
  MixedEnvironment,
  MultiArmedEnvironment,
  MultiArmedPolicySpec,
  OwnCode,
  OwnEnvironment,
  OwnEnvironmentSpec,
  OwnLearner,
  OwnLearnerSetting,
  OwnParameter,
  OwnParameters,
  OwnPart,
  OwnPolicy,
  OwnPolicySpec,
  OwnRandom,
  OwnTrial,
  OwnWorld,
  OwnWorldSetting,
  PolicySpec,
  Population,
  RecordSpec,
  ReductionPolicySpec,
  RewardLaw,
  RunOptions,
  RunSpec,
  Serving,
  SimulationEvent,
  SimulationResult,
  SimulationRun,
  SimulationSpec,
  Simulator,
  SimulatorOptions,
  Stopped,
  SwitchingEnvironment,
  Trials,
} from './types.js';
export type { WorkerLike } from './worker-port.js';
