// Sabotaged clients of convex bandits; see mutants.mjs.

import { replacing } from './mutants.mjs';
import { pointBitClaim, pointLaplaceClaim } from './point-claims.mjs';

const kClient = 'src/client/convex_client.cpp';

/** @type {readonly (typeof import('./mutants.mjs').kMutants)[number][]} */
export const kPointMutants = [
  {
    name: 'losses-unclamped',
    fault: 'losses that differ by more than the stated slope allows go through as they are',
    claims: [pointLaplaceClaim('two points', 1)],
    changes: [
      replacing(kClient, 'std::clamp(v, -1.0, 1.0)', 'v'),
      replacing(
        'src/mechanisms/unit_reward.hpp',
        'const double lower = reward > 0 ? reward : 0;\n    const double clamped = lower < 1 ? lower : 1;',
        'const double clamped = reward;',
      ),
    ],
  },
  {
    name: 'direction-after-loss',
    fault: 'the word of the direction is drawn when the loss is known, and leans with it',
    claims: [pointBitClaim('two points', 1), pointBitClaim('one point', 1)],
    changes: [
      replacing(
        kClient,
        'return write(answer, release_.release(answer.noise, statement.value().value), id);',
        `ConvexAnswer leaning = answer;
  if (2 * statement.value().value.value() > kUnitReward) leaning.coin |= 1;
  return write(leaning, release_.release(answer.noise, statement.value().value), id);`,
      ),
    ],
  },
];
