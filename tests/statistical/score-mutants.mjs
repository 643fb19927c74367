// Sabotaged clients of generalized linear bandits; see mutants.mjs.

import { replacing } from './mutants.mjs';
import { gradientClaim, publishedScoreClaim, scoreClaim } from './score-claims.mjs';

const kMessage = 'src/client/score_message.cpp';
const kScale = 'src/privacy/score_scale.cpp';

/** @type {readonly (typeof import('./mutants.mjs').kMutants)[number][]} */
export const kScoreMutants = [
  {
    name: 'published-residual-of-one',
    fault:
      'the published third release is taken for one of residuals up to 1, with feedback up to 2',
    claims: [publishedScoreClaim(true)],
    changes: [
      replacing(
        kScale,
        'published_score_sensitivity(shape.point * longer, residual)',
        'published_score_sensitivity(shape.point * longer, 1 + 0 * residual)',
      ),
    ],
  },
  {
    name: 'curvature-alone',
    fault: 'the curvature has the noise that it would need without the score',
    claims: [scoreClaim(10, 0.1)],
    changes: [
      replacing(
        kScale,
        'score_sensitivity(residual, least);',
        'std::sqrt(2.0) + 0 * (residual + least);',
      ),
    ],
  },
  {
    name: 'feedback-unclamped',
    fault: 'feedback beyond the range of the link goes through as it is',
    claims: [gradientClaim(10, 0.1)],
    changes: [
      replacing(
        kMessage,
        'return std::clamp(feedback, link.lowest_feedback(), link.largest_feedback());',
        'return link.bound() > 0 ? feedback : 0;',
      ),
      replacing(kMessage, 'std::clamp(residual, -bound, bound) /', 'residual /'),
      replacing(
        'src/mechanisms/score_release.cpp',
        'const double above = steps > least ? steps : least;',
        'const double above = steps;',
      ),
      replacing(
        'src/mechanisms/score_release.cpp',
        'above < most ? above : most',
        'above + 0 * (least + most)',
      ),
    ],
  },
];
