/** What the check draws reports of one option with. */
export { MultiArmedCore as Core } from '../../../../../bindings/ts/client/multi-armed-core.js';
export { completeSpec, experimentFromSpec } from '../../../../../bindings/ts/internal/validate.js';
