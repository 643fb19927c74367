// What the full audit samples: the mechanisms of `npm run audit` at six epsilons, each as one task whose row can be
// kept. The order is that of the rows.

import { createHash } from 'node:crypto';
import { createBandit } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import { boundClaim, boundNull, drawsOf, judge, kFalseAlarm } from '../audit-claim.mjs';
import { bitClaim, kClaims, laplaceClaim, windowClaim } from '../claims.mjs';
import * as codebooks from '../codebook-claims.mjs';
import { testCoordinate } from '../coordinate.mjs';
import { kEveryMutant } from '../every-mutant.mjs';
import { judgeMutant, reportsOf } from '../judge-mutant.mjs';
import { kCoordinateClaims, kModules, kWatched, nullsFor } from '../paths.mjs';
import { kPointClaims, pointBitClaim, pointLaplaceClaim } from '../point-claims.mjs';
import { sampleClient } from '../sample-client.mjs';
import { kScoreClaims, scoreBallClaim, scoreCoinClaim } from '../score-claims.mjs';
import { shippedWasm } from '../shipped.mjs';
import { describe, sizes } from '../sizes.mjs';
import {
  coordinateClaim,
  drawnBitClaim,
  namedBitClaim,
  sumClaim,
  wholeSlateClaim,
} from '../slate-claims.mjs';
import { structuralFaults } from '../structure.mjs';
import { ballClaim, designClaim, kVectorClaims, momentClaim } from '../vector-claims.mjs';

/** Raise it when a row of before would come out otherwise: rows of another number are sampled again. */
const kMethod = 1;

export const kEpsilons = [0.25, 0.5, 1, 2, 4, 8];

/** Reports judged per input, so half of what is judged for a pair; and what chooses the event, for each of them. */
const kFull = { scalars: 5_000_000, vectors: 500_000, choosing: 0.1 };
const kReduced = { scalars: 30_000, vectors: 6_000, choosing: 1 };

const over = (epsilons, ...makers) =>
  makers.flatMap((make) => epsilons.map((epsilon) => make(epsilon)));
const atEach = (...makers) => over(kEpsilons, ...makers);
/** Claims that are made for parameters of their own. */
const withDelta = (claims) => claims.filter(({ delta }) => delta);

const {
  momentCodebookClaim,
  gradientCodebookClaim,
  gramCodebookClaim,
  scoreCoinCodebookClaim,
  pairCodebookClaim,
} = codebooks;
const codebookClaims = (epsilons) => [
  ...over(
    epsilons,
    ...[momentCodebookClaim, gradientCodebookClaim, gramCodebookClaim, scoreCoinCodebookClaim],
  ),
  // Refused below 4.
  ...over(
    epsilons.filter((epsilon) => epsilon >= 4),
    pairCodebookClaim,
  ),
];
const pointBits = ['comparison', 'one point', 'two points', 'three points'].map(
  (kind) => (epsilon) => pointBitClaim(kind, epsilon),
);
const pointNumbers = ['one point', 'two points'].map(
  (kind) => (epsilon) => pointLaplaceClaim(kind, epsilon),
);

/** Seconds of a draw on one core, measured: for the time left alone. */
const kSeconds = {
  ...{ 'ldp-bandits': 2.8e-6, contextual: 8e-6, combinatorial: 9e-6, convex: 5e-6 },
  page: 110e-6,
};

/** Section of the document, module, size, claims: what is sampled from the modules. */
const kSections = [
  ['codebook', 'contextual', 'vectors', codebookClaims([1, 4])],
  [
    ...['scalar', 'ldp-bandits', 'scalars'],
    [...atEach(bitClaim, laplaceClaim, windowClaim), laplaceClaim(2 ** -10), ...withDelta(kClaims)],
  ],
  ['codebook', 'contextual', 'vectors', codebookClaims([0.25, 0.5, 2, 8])],
  [
    ...['vector', 'contextual', 'vectors'],
    [
      ...atEach(ballClaim, momentClaim, designClaim, scoreBallClaim, scoreCoinClaim),
      ...withDelta([...kVectorClaims, ...kScoreClaims]),
    ],
  ],
  [
    ...['slate', 'combinatorial', 'vectors'],
    atEach(namedBitClaim, drawnBitClaim, coordinateClaim, wholeSlateClaim, sumClaim),
  ],
  [
    ...['point', 'convex', 'scalars'],
    [...atEach(...pointBits, ...pointNumbers), ...withDelta(kPointClaims)],
  ],
];

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const kPageSizes = {
  'ldp-bandits': 'page',
  contextual: 'vectorPage',
  combinatorial: 'slatePage',
  convex: 'pointPage',
};
const kNullSizes = {
  codebook: 'codebooks',
  scalar: 'module',
  vector: 'vectors',
  slate: 'slates',
  point: 'points',
};
const kMutantModules = { client: 'ldp-bandits' };

/** A part of the plan: tasks of one kind, for the claims of one module. */
class Part {
  #wasm;
  #file;

  constructor(file) {
    this.#file = file;
    this.#wasm = shippedWasm(file);
  }

  /** The identity of a row says all that decides its outcome, but for chance. */
  #task(kind, claim, identity, seconds, run) {
    const row = { kind, module: this.#file, wasm: sha256(this.#wasm), method: kMethod };
    return { identity: { ...row, ...describe(claim), ...identity }, seconds, run };
  }

  claim(claim, section, { reports, choosing }, sample, perDraw) {
    const draws = drawsOf(claim, reports, choosing);
    return this.#task('claim', claim, { section, reports, choosing }, draws * perDraw, () =>
      judge(claim.claimed, () => boundClaim(claim, sample, reports, { choosing })),
    );
  }

  ofModule(claim, section, size) {
    const { sample } = kModules[this.#file];
    return this.claim(claim, section, size, sample, kSeconds[this.#file]);
  }

  ofPage(claim, reports) {
    const client = { createBandit, wasm: this.#wasm };
    const sample = (...rest) => sampleClient(client, ...rest);
    return this.claim(claim, 'page', { reports, choosing: 1 }, sample, kSeconds.page);
  }

  nulls(claim, reports) {
    const { sample } = kModules[this.#file];
    return nullsFor(claim).map((pair) => {
      const { label } = pair;
      const seconds = 4 * reports * kSeconds[this.#file];
      return this.#task('null', claim, { label, reports }, seconds, () =>
        judge(0, () => boundNull(claim, pair, sample, reports)),
      );
    });
  }

  coordinate(claim, reports) {
    const { sample } = kModules[this.#file];
    const seconds = 8 * reports * kSeconds[this.#file];
    return this.#task('coordinate', claim, { reports }, seconds, async () => {
      const { statistic, tail } = await testCoordinate(claim, sample, reports);
      return { statistic, tail, refuted: tail < kFalseAlarm };
    });
  }

  source(claim) {
    return this.#task('source', claim, {}, 3, async () => {
      const faults = await structuralFaults({ createBandit, wasm: this.#wasm }, claim);
      return { faults, refuted: faults.length > 0 };
    });
  }

  mutant(mutant, claim, normal) {
    const { name, changes } = mutant;
    const reports = reportsOf(mutant, normal);
    const identity = { name, changes: sha256(JSON.stringify(changes)).slice(0, 16), reports };
    return this.#task('mutant', claim, identity, 60, async () => {
      const row = await judgeMutant(mutant, claim, normal);
      return { ...row, refuted: !row.caught };
    });
  }
}

/** First claims first: each needs a build, which the others find there. */
function mutantTasks(parts, normal) {
  const most = Math.max(...kEveryMutant.map(({ claims }) => claims.length));
  return Array.from({ length: most }).flatMap((_, i) =>
    kEveryMutant
      .filter(({ claims }) => i < claims.length)
      .map((mutant) => {
        const part = parts[kMutantModules[mutant.module] ?? mutant.module];
        return part.mutant(mutant, mutant.claims[i], normal);
      }),
  );
}

/** Controls: sizes are those of `npm run audit`. */
function controlTasks(parts, normal) {
  const files = Object.keys(parts);
  const page = files.flatMap((file) =>
    kWatched[file].map((claim) => parts[file].ofPage(claim, normal[kPageSizes[file]])),
  );
  const nulls = kSections.flatMap(([section, file, , claims]) =>
    claims
      .filter(({ epsilon }) => epsilon === 1)
      .flatMap((claim) => parts[file].nulls(claim, normal[kNullSizes[section]])),
  );
  const coordinates = kCoordinateClaims.map((claim) =>
    parts.combinatorial.coordinate(claim, 2 * normal.slates),
  );
  const sources = files.flatMap((file) => kWatched[file].map((claim) => parts[file].source(claim)));
  return [...page, ...nulls, ...coordinates, ...sources];
}

/**
 * @typedef {{identity: object, seconds: number, run: () => Promise<object>}} Task `seconds`: an estimate, on one core
 *
 * @param {{reduced?: boolean, mechanism?: string, 'no-mutants'?: boolean}} options
 * @returns {Task[]}
 */
export function fullPlan(options) {
  const normal = sizes(options.reduced);
  const { choosing, ...full } = options.reduced ? kReduced : kFull;
  const parts = Object.fromEntries(Object.keys(kModules).map((file) => [file, new Part(file)]));
  const claims = kSections.flatMap(([section, file, size, audited]) =>
    audited.map((claim) => parts[file].ofModule(claim, section, { reports: full[size], choosing })),
  );
  const mutants = options['no-mutants'] ? [] : mutantTasks(parts, normal);
  const isWanted = ({ identity: { mechanism } }) => mechanism === (options.mechanism ?? mechanism);
  return [...claims, ...controlTasks(parts, normal), ...mutants].filter(isWanted);
}
