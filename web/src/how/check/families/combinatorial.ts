/** What the check draws reports about sets with. */
export { CombinatorialCore as Core } from '../../../../../bindings/ts/client/combinatorial/core.js';
export { combinatorialExperimentFromSpec } from '../../../../../bindings/ts/internal/validate-combinatorial.js';
