// Sabotaged clients. Each is the shipped source with one passage replaced, built in a copy of the
// tree (build-mutant.mjs), loaded through the same TypeScript, and audited like the real one. If the
// audit passes one of them, the audit proves nothing and the run fails.

import { bitClaim, gaussianClaim, laplaceClaim, windowClaim } from './claims.mjs';

const kLaplace = 'src/mechanisms/discrete_laplace_mechanism.hpp';
const kGaussian = 'src/mechanisms/discrete_gaussian_mechanism.hpp';
const kWindow = 'src/mechanisms/window_mechanism.hpp';
const kPool = 'src/random/entropy_pool.hpp';

const kLaplaceDraw = {
  file: kLaplace,
  find: 'const std::int64_t noise = noise_(source);',
};
const kPoolResult = {
  file: kPool,
  find: '    position_ += sizeof word;\n    return word;',
};

/** The finaliser of SplitMix64: what comes out looks uniform whatever goes in. */
const kMix = `
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    word ^= word >> 31;`;

/** One of the changes of a mutant. */
export const replacing = (file, find, replace) => ({ file, find, replace });

/**
 * `changes` are exact replacements; a passage that is not in the source exactly once is an error, so a
 * mutant cannot quietly become the original. `detect` says which check must catch it, `sampling` if it is
 * not said.
 *
 * @type {readonly {name: string, fault: string, detect?: 'structure',
 *   claims: import('./claims.mjs').Claim[], changes: readonly {file: string, find: string, replace: string}[]}[]}
 */
export const kMutants = [
  {
    name: 'noise-halved',
    fault: 'noise for twice the epsilon that is claimed',
    claims: [bitClaim(1), laplaceClaim(1), gaussianClaim(4, 1e-6), windowClaim(1)],
    changes: [
      replacing(
        'src/privacy/randomized_response.cpp',
        'least_threshold(epsilon)',
        'least_threshold(2 * epsilon)',
      ),
      replacing(kLaplace, 'noise_(scale.t(), scale.s())', 'noise_(scale.t() / 2, scale.s())'),
      replacing(kGaussian, 'noise_(scale.s())', 'noise_(scale.s() / 2)'),
    ],
  },
  {
    name: 'classic-gaussian',
    fault:
      'noise by sqrt(2 ln(1.25/delta))/epsilon, a theorem below epsilon 1 only, and no check of it',
    claims: [gaussianClaim(10, 0.1)],
    changes: [
      replacing(
        'src/privacy/gaussian_scale.cpp',
        'calibrate_gaussian(epsilon, target - slack)',
        'Result<double>(std::sqrt(2 * std::log(1.25 / target)) / epsilon)',
      ),
      replacing(
        'src/privacy/guarantee.cpp',
        'curve(epsilon, mu, variation) <= delta)) {',
        'mu > 0)) {',
      ),
    ],
  },
  {
    name: 'wrong-sensitivity',
    fault: 'noise for a sensitivity of 1024/sqrt 2',
    claims: [laplaceClaim(1)],
    changes: [
      replacing(
        kLaplace,
        'LaplaceScale::create(epsilon, kRewardGrid)',
        'LaplaceScale::create(epsilon, 724)',
      ),
    ],
  },
  {
    name: 'clamp-removed',
    fault: 'a reward above 1 goes through as it is',
    claims: [laplaceClaim(1)],
    changes: [
      replacing(
        'src/mechanisms/unit_reward.hpp',
        'const double clamped = lower < 1 ? lower : 1;',
        'const double clamped = lower;',
      ),
    ],
  },
  {
    name: 'reused-coin',
    fault: 'every coin serves for two decisions in a row', // each draws one for an answer, one for silence
    claims: [bitClaim(1), laplaceClaim(1), gaussianClaim(1, 1e-6), windowClaim(1)],
    changes: [
      replacing(
        'src/client/multi_armed_client.hpp',
        'const auto noise = mechanism.prepare(source);',
        `static auto kept = mechanism.prepare(source);
          static unsigned uses = 0;
          if (uses++ % 2 == 0) kept = mechanism.prepare(source);
          const auto noise = kept;`,
      ),
    ],
  },
  {
    name: 'float-laplace',
    fault: 'Laplace noise as -t ln(u) in single precision',
    claims: [laplaceClaim(2 ** -10)],
    changes: [
      replacing(kLaplace, '#include <algorithm>\n', '#include <algorithm>\n#include <cmath>\n'),
      {
        ...kLaplaceDraw,
        replace: `const auto uniform = static_cast<float>((source.next() >> 40) + 1) * 0x1p-24f;
    const float scale = static_cast<float>(scale_.t()) / static_cast<float>(scale_.s());
    const float magnitude = std::round(-scale * std::log(uniform));
    const auto steps = static_cast<std::int64_t>(magnitude);
    const std::int64_t noise = (source.next() & 1) != 0 ? -steps : steps;`,
      },
    ],
  },
  {
    name: 'sixteen-bit-entropy',
    fault: 'all the noise of a report is computed from 16 random bits',
    claims: [laplaceClaim(2 ** -10)],
    changes: [
      {
        ...kLaplaceDraw,
        replace: `struct {
      std::uint64_t state;
      std::uint64_t next() {
        std::uint64_t word = state += 0x9e3779b97f4a7c15u;${kMix}
        return word;
      }
    } expanded{(source.next() & 0xffff) << 32};
    const std::int64_t noise = noise_(expanded);`,
      },
    ],
  },
  {
    name: 'wide-outside',
    fault: 'a place outside the window is one of M + L, not of M',
    claims: [windowClaim(1)],
    changes: [
      replacing(
        kWindow,
        'outside_(WindowScale::kGrid) {}',
        'outside_(WindowScale::kGrid + scale.length()) {}',
      ),
    ],
  },
  {
    name: 'window-stays',
    fault: 'the window is at 0 whatever the reward is',
    claims: [windowClaim(1)],
    changes: [replacing(kWindow, '= k + prepared.inside_;', '= prepared.inside_;')],
  },
  {
    name: 'window-draws-less',
    fault: 'no place in the window is drawn for a report outside: how much is drawn tells the coin',
    detect: 'structure',
    claims: [windowClaim(1)],
    changes: [
      replacing(
        kWindow,
        'const std::uint64_t inside = inside_(source);',
        'const std::uint64_t inside = coin < scale_.inside() ? inside_(source) : 0;',
      ),
    ],
  },
  {
    name: 'seeded-generator',
    fault: 'the words come from SplitMix64 with a fixed seed',
    detect: 'structure',
    claims: [bitClaim(1), laplaceClaim(1), gaussianClaim(1, 1e-6)],
    changes: [
      {
        ...kPoolResult,
        replace: `    position_ += sizeof word;
    static std::uint64_t state = 42;
    state += 0x9e3779b97f4a7c15u;
    word = state;${kMix}
    return word;`,
      },
    ],
  },
  {
    name: 'short-seed',
    fault: 'SplitMix64 seeded once with 32 bits of the page’s entropy',
    detect: 'structure',
    claims: [bitClaim(1), laplaceClaim(1), gaussianClaim(1, 1e-6)],
    changes: [
      replacing(
        kPool,
        '    if (position_ == kUsable && !replenish()) return kFailedWord;',
        `    static std::uint64_t state = 0;
    if (state == 0) {
      if (!replenish()) return kFailedWord;
      for (std::size_t i = 0; i < 4; ++i) state = (state << 8) | bytes_[i];
    }
    std::uint64_t mixed = state += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);`,
      ),
    ],
  },
];
