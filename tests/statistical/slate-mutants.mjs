// Sabotaged clients of slates; see mutants.mjs.

import { replacing } from './mutants.mjs';
import { drawnBitClaim, namedBitClaim, wholeSlateClaim } from './slate-claims.mjs';

const kClient = 'src/client/combinatorial_client.cpp';

/** @type {readonly (typeof import('./mutants.mjs').kMutants)[number][]} */
export const kSlateMutants = [
  {
    name: 'coordinate-among-clicked',
    fault: 'a report is about an arm that the visitor clicked, if there is one',
    claims: [drawnBitClaim(1), namedBitClaim(1)],
    changes: [
      replacing(
        kClient,
        'const auto released = [&](const auto& mechanism) -> std::string {',
        `SlateAnswer clicked = answer;
  for (std::size_t i = 0; i < rewards.size(); ++i) {
    if (2 * rewards[i].value() > kUnitReward) clicked.reported = answer.arms[i];
  }
  const auto released = [&, &answer = clicked](const auto& mechanism) -> std::string {`,
      ),
    ],
  },
  {
    name: 'whole-epsilon-per-coordinate',
    fault: 'each coordinate of a slate has the noise that it would need alone',
    claims: [wholeSlateClaim(1)],
    changes: [
      replacing(
        'src/mechanisms/slate_release.cpp',
        'LaplaceScale::create(epsilon, std::uint64_t{kRewardGrid} * coordinates)',
        'LaplaceScale::create(epsilon, kRewardGrid)',
      ),
    ],
  },
  {
    name: 'two-coordinates-one-coin',
    fault: 'one bit says whether two coordinates differ, each randomised with the same coin',
    claims: [namedBitClaim(1), drawnBitClaim(1)],
    changes: [
      replacing(
        'src/mechanisms/convert_to_bernoulli.hpp',
        '  /// 1 iff the coin is below T(R): one multiplication',
        `  Released<std::uint8_t> release_both(const Prepared& prepared, UnitReward a, UnitReward b) const {
    const bool first = prepared.coin_ < law_.threshold_at(a.value());
    const bool second = prepared.coin_ < law_.threshold_at(b.value());
    return Released<std::uint8_t>(static_cast<std::uint8_t>(first != second));
  }

  /// 1 iff the coin is below T(R): one multiplication`,
      ),
      replacing(
        kClient,
        'return about_one(answer, mechanism.release(coin, statement(answer, rewards)), id);',
        `if constexpr (std::is_same_v<M, ConvertToBernoulli>) {
        return about_one(answer, mechanism.release_both(coin, rewards.front(), rewards.back()), id);
      } else {
        return about_one(answer, mechanism.release(coin, statement(answer, rewards)), id);
      }`,
      ),
    ],
  },
];
