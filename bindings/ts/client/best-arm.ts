// `ldp-bandits/best-arm`: a page that imports it may open experiments that look for the best arm, and the one-point
// reduction. Reports with noise in place of a bit also need `ldp-bandits/noise`.
import { isBestArm, isReduction } from '../internal/validate-best-arm.js';
import { familyOf } from './best-arm/index.js';
import { register, registeredFor } from './registered.js';

register({
  has: (type) => isBestArm(type) || isReduction(type),
  family: familyOf(registeredFor),
});

export * from './index.js';
