// Sabotaged clients of convex bandits; see mutants.mjs.

import { pointBitClaim, pointLaplaceClaim } from './point-claims.mjs';

const kClient = 'src/client/convex_client.cpp';

/** @type {readonly (typeof import('./mutants.mjs').kMutants)[number][]} */
export const kPointMutants = [
  {
    name: 'losses-unclamped',
    fault: 'losses that differ by more than the stated slope allows go through as they are',
    module: 'convex',
    detect: 'sampling',
    claims: [pointLaplaceClaim('two points', 1)],
    changes: [
      { file: kClient, find: 'std::clamp(v, -1.0, 1.0)', replace: 'v' },
      {
        file: 'src/mechanisms/unit_reward.hpp',
        find: 'const double lower = reward > 0 ? reward : 0;\n    const double clamped = lower < 1 ? lower : 1;',
        replace: 'const double clamped = reward;',
      },
    ],
  },
  {
    name: 'direction-after-loss',
    fault: 'the word of the direction is drawn when the loss is known, and leans with it',
    module: 'convex',
    detect: 'sampling',
    claims: [pointBitClaim('two points', 1), pointBitClaim('one point', 1)],
    changes: [
      {
        file: kClient,
        find: 'return write(answer, release_.release(answer.noise, statement.value().value), id);',
        replace: `ConvexAnswer leaning = answer;
  if (2 * statement.value().value.value() > kUnitReward) leaning.coin |= 1;
  return write(leaning, release_.release(answer.noise, statement.value().value), id);`,
      },
    ],
  },
];
