/** What the check draws reports about sliders with. */
export { ConvexCore as Core } from '../../../../../bindings/ts/client/convex/core.js';
export { default as createModule } from '../../../../../bindings/ts/generated/convex-glue.mjs';
export { convexExperimentFromSpec } from '../../../../../bindings/ts/internal/validate-convex.js';
