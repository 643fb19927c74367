/** What the check draws reports about sets with. */
export { CombinatorialCore as Core } from '../../../../../bindings/ts/client/combinatorial/core.js';
export { default as createModule } from '../../../../../bindings/ts/generated/combinatorial-glue.mjs';
export { combinatorialExperimentFromSpec } from '../../../../../bindings/ts/internal/validate-combinatorial.js';
