// `ldp-bandits/best-arm`: a page that imports it may open experiments that look for the best arm, and the one-point
// reduction.
import { isBestArm, isReduction } from '../internal/validate-best-arm.js';
import { family } from './best-arm/index.js';
import { register } from './registered.js';

register({ has: (type) => isBestArm(type) || isReduction(type), family });

export * from './index.js';
