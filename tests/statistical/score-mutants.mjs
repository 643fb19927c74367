// Sabotaged clients of generalized linear bandits; see mutants.mjs.

import { gradientClaim, publishedScoreClaim, scoreClaim } from './score-claims.mjs';

const kMessage = 'src/client/score_message.cpp';
const kScale = 'src/privacy/score_scale.cpp';

/** @type {readonly (typeof import('./mutants.mjs').kMutants)[number][]} */
export const kScoreMutants = [
  {
    name: 'published-residual-of-one',
    fault:
      'the published third release is taken for one of residuals up to 1, with feedback up to 2',
    module: 'contextual',
    detect: 'sampling',
    claims: [publishedScoreClaim(true)],
    changes: [
      {
        file: kScale,
        find: 'published_score_sensitivity(shape.point * longer, residual)',
        replace: 'published_score_sensitivity(shape.point * longer, 1 + 0 * residual)',
      },
    ],
  },
  {
    name: 'curvature-alone',
    fault: 'the curvature has the noise that it would need without the score',
    module: 'contextual',
    detect: 'sampling',
    claims: [scoreClaim(10, 0.1)],
    changes: [
      {
        file: kScale,
        find: 'score_sensitivity(residual, least);',
        replace: 'std::sqrt(2.0) + 0 * (residual + least);',
      },
    ],
  },
  {
    name: 'feedback-unclamped',
    fault: 'feedback beyond the range of the link goes through as it is',
    module: 'contextual',
    detect: 'sampling',
    claims: [gradientClaim(10, 0.1)],
    changes: [
      {
        file: kMessage,
        find: 'return std::clamp(feedback, link.lowest_feedback(), link.largest_feedback());',
        replace: 'return link.bound() > 0 ? feedback : 0;',
      },
      {
        file: kMessage,
        find: 'std::clamp(residual, -bound, bound) /',
        replace: 'residual /',
      },
      {
        file: 'src/mechanisms/score_release.cpp',
        find: 'const double above = steps > least ? steps : least;',
        replace: 'const double above = steps;',
      },
      {
        file: 'src/mechanisms/score_release.cpp',
        find: 'above < most ? above : most',
        replace: 'above + 0 * (least + most)',
      },
    ],
  },
];
