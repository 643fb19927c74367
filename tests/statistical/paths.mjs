// What the audit samples of the shipped package, and through what: as a page does it, and the modules themselves for
// volume.

import * as shipped from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import { kNulls } from './audit-claim.mjs';
import { kClaims } from './claims.mjs';
import { kCodebookClaims, momentCodebookClaim } from './codebook-claims.mjs';
import { kPointClaims, pointBitClaim, pointLaplaceClaim } from './point-claims.mjs';
import { sampleClient } from './sample-client.mjs';
import { sampleCore } from './sample-core.mjs';
import { sampleFamily } from './sample-family.mjs';
import { kScoreClaims, scoreBallClaim } from './score-claims.mjs';
import { drawnBitClaim, kSlateClaims, namedBitClaim, wholeSlateClaim } from './slate-claims.mjs';
import { ballClaim, gramClaim, kVectorClaims, momentClaim } from './vector-claims.mjs';

/** By the module that it runs: the claims that are tested through the public API, and watched while they draw. */
export const kWatched = {
  'ldp-bandits': kClaims.filter(({ epsilon }) => epsilon === 1),
  // Of those that need no snapshot of their own: through the public API a collector gives it.
  contextual: [
    ballClaim(1),
    momentClaim(1),
    momentCodebookClaim(1),
    gramClaim(10, 0.1),
    scoreBallClaim(1),
  ],
  combinatorial: [drawnBitClaim(1), wholeSlateClaim(1)],
  convex: [pointBitClaim('comparison', 1), pointLaplaceClaim('one point', 1)],
};

/** Claims whose report names one of three arms, which must not depend on the reactions. */
export const kCoordinateClaims = [namedBitClaim(1), drawnBitClaim(1)];

/** The modules, by file, without the page around them. */
export const kModules = {
  'ldp-bandits': { path: 'wasm module', sample: sampleCore },
  contextual: { path: 'contextual module', sample: sampleFamily('contextual') },
  combinatorial: { path: 'combinatorial module', sample: sampleFamily('combinatorial') },
  convex: { path: 'convex module', sample: sampleFamily('convex') },
};

/** @param {object} sizes of sizes.mjs */
export function pathsOf(sizes) {
  const page = (file, reports) => ({
    ...{ path: 'public API', reports, claims: kWatched[file] },
    sample: (...rest) => sampleClient(shipped, ...rest),
  });
  const module = (file, reports, claims) => ({ ...kModules[file], reports, claims });
  return [
    page('ldp-bandits', sizes.page),
    page('contextual', sizes.vectorPage),
    module('ldp-bandits', sizes.module, kClaims),
    module('contextual', sizes.vectors, [...kVectorClaims, ...kScoreClaims]),
    module('contextual', sizes.codebooks, kCodebookClaims),
    page('combinatorial', sizes.slatePage),
    module('combinatorial', sizes.slates, kSlateClaims),
    page('convex', sizes.pointPage),
    module('convex', sizes.points, kPointClaims),
  ];
}

/** Equal inputs; and patterns of a slate between which nothing may differ. */
export const nullsFor = ({ equals = [] }) => [
  ...kNulls,
  ...equals.map(([a, b]) => ({
    label: `reactions ${a.join('')} against ${b.join('')}`,
    inputs: () => [a, b],
  })),
];
