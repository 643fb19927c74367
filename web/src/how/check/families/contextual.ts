/** What the check draws reports that are vectors with. */
export { ContextualCore as Core } from '../../../../../bindings/ts/client/contextual/core.js';
export { default as createModule } from '../../../../../bindings/ts/generated/contextual-glue.mjs';
export { generalizedLinearExperimentFromSpec } from '../../../../../bindings/ts/internal/validate-generalized-linear.js';
export { linearExperimentFromSpec } from '../../../../../bindings/ts/internal/validate-linear.js';
