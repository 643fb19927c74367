/** What the check draws reports about sliders with. */
export { ConvexCore as Core } from '../../../../../bindings/ts/client/convex/core.js';
export { convexExperimentFromSpec } from '../../../../../bindings/ts/internal/validate-convex.js';
