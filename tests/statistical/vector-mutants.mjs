// Sabotaged clients of linear contextual bandits; see mutants.mjs.

import {
  gradientCodebookClaim,
  gramCodebookClaim,
  momentCodebookClaim,
  scoreCoinCodebookClaim,
} from './codebook-claims.mjs';
import { replacing } from './mutants.mjs';
import { scoreBallClaim, scoreCoinClaim } from './score-claims.mjs';
import { ballClaim, gramClaim, momentClaim, pairClaim } from './vector-claims.mjs';

/** The client checks what its integers keep. Noise by a wrong formula needs this check gone. */
const kNoCheck = replacing(
  'src/privacy/guarantee.cpp',
  'curve(epsilon, mu, variation) <= delta)) {',
  'mu > 0)) {',
);

/** @type {readonly (typeof import('./mutants.mjs').kMutants)[number][]} */
export const kVectorMutants = [
  {
    name: 'coin-of-twice-epsilon',
    fault: 'the ball’s coin lies as seldom as twice the epsilon allows',
    claims: [ballClaim(1), momentClaim(1), scoreBallClaim(1), scoreCoinClaim(1)],
    changes: [
      replacing(
        'src/privacy/randomized_response.cpp',
        'least_threshold(epsilon)',
        'least_threshold(2 * epsilon)',
      ),
    ],
  },
  {
    name: 'codebook-coin-of-twice-epsilon',
    fault: 'a codeword that is not near is named as seldom as twice the epsilon allows',
    claims: [
      momentCodebookClaim(1),
      gradientCodebookClaim(1),
      gramCodebookClaim(1),
      scoreCoinCodebookClaim(1),
    ],
    changes: [
      replacing(
        'src/privacy/codebook_coin.cpp',
        'exp_minus_upper(epsilon)',
        'exp_minus_upper(2 * epsilon)',
      ),
    ],
  },
  {
    name: 'directions-at-whole-epsilon',
    fault: 'each of the ball’s directions has the coin of the whole epsilon, not of its share',
    claims: [momentClaim(4)],
    changes: [
      replacing(
        'src/privacy/ball_scale.cpp',
        'RandomizedResponse::create(epsilon / draws)',
        'RandomizedResponse::create(epsilon)',
      ),
    ],
  },
  {
    name: 'parts-apart',
    fault: 'features and reward each have the noise that one of them alone would need',
    claims: [pairClaim(10, 0.1)],
    changes: [
      replacing(
        'src/privacy/pair_scale.cpp',
        'std::sqrt(4 * squares + r * r)',
        'std::sqrt(4 * squares)',
      ),
    ],
  },
  {
    name: 'matrix-alone',
    fault: 'the Gram matrix has the noise that it would need without the vector',
    claims: [gramClaim(10, 0.1)],
    changes: [replacing('src/privacy/gram_scale.cpp', '(squares + r * r / 2)', 'squares')],
  },
  {
    name: 'root-two-twice',
    fault: 'off the diagonal the noise is divided by 2, not by sqrt(2)',
    claims: [gramClaim(10, 0.1)],
    changes: [
      replacing(
        'src/mechanisms/gram_release.hpp',
        'off_diagonal_(scale.s_off_diagonal())',
        'off_diagonal_(scale.s() / 2)',
      ),
    ],
  },
  {
    name: 'root-two-everywhere',
    fault: 'the diagonal and the vector have the noise of what is off the diagonal',
    claims: [gramClaim(4, 1e-6)],
    changes: [
      replacing(
        'src/mechanisms/gram_release.hpp',
        'diagonal_(scale.s())',
        'diagonal_(scale.s_off_diagonal())',
      ),
    ],
  },
  {
    name: 'classic-vectors',
    fault: 'noise by sqrt(2 ln(1.25/delta))/epsilon, a theorem below epsilon 1 only',
    claims: [gramClaim(10, 0.1), pairClaim(10, 0.1)],
    changes: [
      replacing(
        'src/privacy/vector_scale.cpp',
        'calibrate_gaussian(epsilon, target)',
        'Result<double>(std::sqrt(2 * std::log(1.25 / target)) / epsilon)',
      ),
      kNoCheck,
    ],
  },
  {
    name: 'norm-unchecked',
    fault: 'features beyond the bound of their norm go through as they are',
    claims: [gramClaim(10, 0.1), pairClaim(10, 0.1)],
    changes: [
      replacing(
        'src/mechanisms/feature_vector.cpp',
        'scaled[i] = beyond ? features[i] / largest / norm : features[i] / bound;',
        'scaled[i] = features[i] / bound;',
      ),
      replacing(
        'src/mechanisms/feature_vector.cpp',
        'std::round(above < limit ? above : limit)',
        'std::round(x + 0 * above)',
      ),
      replacing('src/mechanisms/feature_vector.cpp', 'squares > bound;', 'squares > 4 * bound;'),
    ],
  },
  {
    name: 'reused-vector-noise',
    fault: 'the noise of every vector serves for two decisions in a row',
    claims: [ballClaim(1), gramClaim(4, 1e-6)],
    changes: [
      replacing(
        'src/client/linear_client.hpp',
        'Result<PreparedVector> noise = mechanism.prepare(source);',
        `static Result<PreparedVector> kept = mechanism.prepare(source);
    static unsigned uses = 0;
    if (uses++ % 2 == 0) kept = mechanism.prepare(source);
    Result<PreparedVector> noise = kept;`,
      ),
    ],
  },
];
