// What the check on the site's page /how/ takes from the audit: nothing here needs Node.

export { boundsComputed, comparisonsFor } from './audit-claim.mjs';
export { bitClaim, gaussianClaim, laplaceClaim, windowClaim } from './claims.mjs';
export { lossInterval } from './clopper-pearson.mjs';
export { momentCodebookClaim } from './codebook-claims.mjs';
export { drawerOf } from './draw-report.mjs';
export { empiricalLoss } from './empirical-loss.mjs';
export { pointBitClaim } from './point-claims.mjs';
export { emptySample, readFields } from './read-report.mjs';
export { drawnBitClaim, wholeSlateClaim } from './slate-claims.mjs';
export { ballClaim, gramClaim, momentClaim } from './vector-claims.mjs';
