// How the simulation module starts: the simulator and the theory share one instance, and each has types
// for its part of it.
import createModule from '../generated/simulation-glue.mjs';
import { withGlue } from '../internal/glue.js';

export const startNative = withGlue<unknown>(createModule);
