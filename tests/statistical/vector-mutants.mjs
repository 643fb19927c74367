// Sabotaged clients of linear contextual bandits; see mutants.mjs.

import { scoreBallClaim } from './score-claims.mjs';
import { ballClaim, gramClaim, momentClaim, pairClaim } from './vector-claims.mjs';

/** The client checks what its integers keep. Noise by a wrong formula needs this check gone. */
const kNoCheck = {
  file: 'src/privacy/guarantee.cpp',
  find: 'curve(epsilon, mu, variation) <= delta)) {',
  replace: 'mu > 0)) {',
};

/** @type {readonly (typeof import('./mutants.mjs').kMutants)[number][]} */
export const kVectorMutants = [
  {
    name: 'coin-of-twice-epsilon',
    fault: 'the ball’s coin lies as seldom as twice the epsilon allows',
    module: 'contextual',
    detect: 'sampling',
    claims: [ballClaim(1), momentClaim(1), scoreBallClaim(1)],
    changes: [
      {
        file: 'src/privacy/randomized_response.cpp',
        find: 'exp_minus_upper(epsilon)',
        replace: 'exp_minus_upper(2 * epsilon)',
      },
    ],
  },
  {
    name: 'directions-at-whole-epsilon',
    fault: 'each of the ball’s directions has the coin of the whole epsilon, not of its share',
    module: 'contextual',
    detect: 'sampling',
    claims: [momentClaim(4)],
    changes: [
      {
        file: 'src/privacy/ball_scale.cpp',
        find: 'RandomizedResponse::create(epsilon / draws)',
        replace: 'RandomizedResponse::create(epsilon)',
      },
    ],
  },
  {
    name: 'parts-apart',
    fault: 'features and reward each have the noise that one of them alone would need',
    module: 'contextual',
    detect: 'sampling',
    claims: [pairClaim(10, 0.1)],
    changes: [
      {
        file: 'src/privacy/pair_scale.cpp',
        find: 'std::sqrt(4 * squares + r * r)',
        replace: 'std::sqrt(4 * squares)',
      },
    ],
  },
  {
    name: 'matrix-alone',
    fault: 'the Gram matrix has the noise that it would need without the vector',
    module: 'contextual',
    detect: 'sampling',
    claims: [gramClaim(10, 0.1)],
    changes: [
      {
        file: 'src/privacy/gram_scale.cpp',
        find: '(squares + r * r / 2)',
        replace: 'squares',
      },
    ],
  },
  {
    name: 'root-two-twice',
    fault: 'off the diagonal the noise is divided by 2, not by sqrt(2)',
    module: 'contextual',
    detect: 'sampling',
    claims: [gramClaim(10, 0.1)],
    changes: [
      {
        file: 'src/mechanisms/gram_release.hpp',
        find: 'off_diagonal_(scale.s_off_diagonal())',
        replace: 'off_diagonal_(scale.s() / 2)',
      },
    ],
  },
  {
    name: 'root-two-everywhere',
    fault: 'the diagonal and the vector have the noise of what is off the diagonal',
    module: 'contextual',
    detect: 'sampling',
    claims: [gramClaim(4, 1e-6)],
    changes: [
      {
        file: 'src/mechanisms/gram_release.hpp',
        find: 'diagonal_(scale.s())',
        replace: 'diagonal_(scale.s_off_diagonal())',
      },
    ],
  },
  {
    name: 'classic-vectors',
    fault: 'noise by sqrt(2 ln(1.25/delta))/epsilon, a theorem below epsilon 1 only',
    module: 'contextual',
    detect: 'sampling',
    claims: [gramClaim(10, 0.1), pairClaim(10, 0.1)],
    changes: [
      {
        file: 'src/privacy/vector_scale.cpp',
        find: 'calibrate_gaussian(epsilon, target)',
        replace: 'Result<double>(std::sqrt(2 * std::log(1.25 / target)) / epsilon)',
      },
      kNoCheck,
    ],
  },
  {
    name: 'norm-unchecked',
    fault: 'features beyond the bound of their norm go through as they are',
    module: 'contextual',
    detect: 'sampling',
    claims: [gramClaim(10, 0.1), pairClaim(10, 0.1)],
    changes: [
      {
        file: 'src/mechanisms/feature_vector.cpp',
        find: 'scaled[i] = beyond ? features[i] / largest / norm : features[i] / bound;',
        replace: 'scaled[i] = features[i] / bound;',
      },
      {
        file: 'src/mechanisms/feature_vector.cpp',
        find: 'std::round(above < limit ? above : limit)',
        replace: 'std::round(x + 0 * above)',
      },
      {
        file: 'src/mechanisms/feature_vector.cpp',
        find: 'squares > bound;',
        replace: 'squares > 4 * bound;',
      },
    ],
  },
  {
    name: 'reused-vector-noise',
    fault: 'the noise of every vector serves for two decisions in a row',
    module: 'contextual',
    detect: 'sampling',
    claims: [ballClaim(1), gramClaim(4, 1e-6)],
    changes: [
      {
        file: 'src/client/linear_client.hpp',
        find: 'Result<PreparedVector> noise = mechanism.prepare(source);',
        replace: `static Result<PreparedVector> kept = mechanism.prepare(source);
    static unsigned uses = 0;
    if (uses++ % 2 == 0) kept = mechanism.prepare(source);
    Result<PreparedVector> noise = kept;`,
      },
    ],
  },
];
