/** What the check draws reports that are vectors with. */
export { ContextualCore as Core } from '../../../../../bindings/ts/client/contextual/core.js';
export { generalizedLinearExperimentFromSpec } from '../../../../../bindings/ts/internal/validate-generalized-linear.js';
export { linearExperimentFromSpec } from '../../../../../bindings/ts/internal/validate-linear.js';
