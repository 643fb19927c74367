// What the package promises about one codebook report (docs/spec/codebook.md). The index alone says nothing: the id
// says which codewords it is one of. So the event is whether the named codeword is among the k nearest to the one
// input and not to the other; between the two the likelihood ratio is exactly e^epsilon.

import { pureLoss } from './claims.mjs';
import { nearTo } from './codewords.mjs';
import { curvatureMessage, gradientMessage, scoreExtremes } from './score-claims.mjs';
import {
  gramExtremes,
  gramMessage,
  kCorners,
  momentOf,
  opposed,
  pairMessage,
  vectorClaim,
  withReward,
} from './vector-claims.mjs';

/** Few codewords, so that the auditor can draw all of each report. The coin depends on their number. */
const kBooks = new Map([
  [0.25, { codewords: 16, near: 6 }],
  [0.5, { codewords: 16, near: 6 }],
  [1, { codewords: 16, near: 6 }],
  [2, { codewords: 16, near: 4 }],
  [4, { codewords: 32, near: 3 }],
  [8, { codewords: 32, near: 3 }],
]);

/** 1 near the first input only, -1 near the second only, else 0. */
function nearOnly(book, vectors) {
  const nearEach = nearTo(vectors, book);
  return (report) => {
    const [first, second] = nearEach(report);
    return Number(first) - Number(second);
  };
}

function codebookClaim(mechanism, epsilon, algorithm, norm, extremes, message) {
  const book = kBooks.get(epsilon);
  return vectorClaim(
    {
      ...pureLoss(mechanism, epsilon),
      algorithm: { ...algorithm, dimension: 3, mechanism: 'codebook', ...book },
    },
    extremes,
    (inputs) => nearOnly({ ...book, norm }, inputs.map(message)),
  );
}

/** @returns {import('./vector-claims.mjs').VectorClaim} (y - 1/2) times the centred features, of norm 1/2 at most */
export function momentCodebookClaim(epsilon) {
  const [x, z] = kCorners;
  return codebookClaim(
    ...['moment, codebook', epsilon, { type: 'ldp-linear-moments' }, 1 / 2],
    [
      ['the other arm’s reward', [opposed(x, 0), opposed(x, 1)]],
      ['other features', [opposed(x, 0), opposed(z, 0)]],
    ],
    momentOf,
  );
}

/** @returns {import('./vector-claims.mjs').VectorClaim} the score alone, of norm 1 at most */
export function gradientCodebookClaim(epsilon) {
  const [x, z] = kCorners;
  const algorithm = { type: 'ldp-glm-sgd' };
  return codebookClaim(
    ...['gradient, codebook', epsilon, algorithm, 1],
    [
      ['the other feedback', [withReward(x, 1), withReward(x, 0)]],
      ['other features', [withReward(x, 1), withReward(z, 1)]],
    ],
    (input) => gradientMessage(input, { algorithm, bound: 0.5 }),
  );
}

/** @returns {import('./vector-claims.mjs').VectorClaim} features and reward, of norm sqrt 2 at most */
export function pairCodebookClaim(epsilon) {
  const [x, z] = kCorners;
  return codebookClaim(
    ...['pair, codebook', epsilon, { type: 'ldp-linucb', parts: 'pair' }, Math.SQRT2],
    [
      ['the other reward', [withReward(x, 1), withReward(x, 0)]],
      ['other features', [withReward(x, 1), withReward(z, 1)]],
    ],
    pairMessage,
  );
}

/** @returns {import('./vector-claims.mjs').VectorClaim} svec(x x') and y x, of norm sqrt 2 at most */
export function gramCodebookClaim(epsilon) {
  return codebookClaim(
    ...['gram, codebook', epsilon, { type: 'ldp-linucb' }, Math.SQRT2],
    gramExtremes(),
    (input) => gramMessage(input, Math.SQRT2),
  );
}

/**
 * The score or the curvature, which a coin names, each a codebook report with the whole epsilon. As in scoreCoinClaim,
 * a curvature counts 10 more.
 *
 * @returns {import('./vector-claims.mjs').VectorClaim}
 */
export function scoreCoinCodebookClaim(epsilon) {
  const book = { ...kBooks.get(epsilon), norm: 1 };
  const algorithm = {
    ...{ type: 'ldp-glm-newton', dimension: 3, mechanism: 'codebook', parts: 'coin' },
    ...kBooks.get(epsilon),
  };
  const setting = { algorithm, bound: 0.5 };
  return vectorClaim(
    { ...pureLoss('score or curvature, codebook', epsilon), algorithm },
    scoreExtremes,
    (inputs) => {
      const ofScore = nearOnly(
        book,
        inputs.map((input) => gradientMessage(input, setting)),
      );
      const ofCurvature = nearOnly(
        { ...book, part: 1 },
        inputs.map((input) => curvatureMessage(input, setting)),
      );
      return (report, part) => (part === 'score' ? ofScore(report) : 10 + ofCurvature(report));
    },
  );
}

export const kCodebookClaims = [
  ...[1, 4].map(momentCodebookClaim),
  ...[1, 4].map(gradientCodebookClaim),
  gramCodebookClaim(1),
  ...[1, 4].map(scoreCoinCodebookClaim),
  pairCodebookClaim(4),
];
