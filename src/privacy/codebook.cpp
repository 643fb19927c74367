#include "privacy/codebook.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "foundation/natural_log.hpp"

namespace ldp {
namespace {

// Eight blocks of Philox side by side: loops over lanes become vector instructions.
constexpr std::size_t kLanes = 8;
constexpr std::size_t kBlockNormals = 8;

struct PhiloxLanes {
  std::uint32_t key[2][kLanes];
  std::uint32_t counter[4][kLanes];
};

std::uint32_t word_at(const CodebookId& id, std::size_t at) {
  return static_cast<std::uint32_t>(id[at]) | static_cast<std::uint32_t>(id[at + 1]) << 8 |
         static_cast<std::uint32_t>(id[at + 2]) << 16 |
         static_cast<std::uint32_t>(id[at + 3]) << 24;
}

// Lane `lane` makes block `block` of codeword `j`.
void set_lane(PhiloxLanes& lanes, std::size_t lane, const CodebookId& id, std::uint16_t tag,
              std::uint32_t j, std::uint32_t block) {
  lanes.key[0][lane] = word_at(id, 0);
  lanes.key[1][lane] = word_at(id, 4);
  lanes.counter[0][lane] = block;
  lanes.counter[1][lane] = static_cast<std::uint32_t>(tag) << 16 | j;
  lanes.counter[2][lane] = word_at(id, 8);
  lanes.counter[3][lane] = word_at(id, 12);
}

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011, "Parallel Random Numbers: As Easy as 1, 2, 3"):
// the counter of each lane becomes its block.
void philox(PhiloxLanes& lanes) {
  for (int round = 0; round < 10; ++round) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const std::uint64_t first = std::uint64_t{0xD2511F53u} * lanes.counter[0][i];
      const std::uint64_t second = std::uint64_t{0xCD9E8D57u} * lanes.counter[2][i];
      const std::uint32_t high = static_cast<std::uint32_t>(second >> 32);
      lanes.counter[0][i] = high ^ lanes.counter[1][i] ^ lanes.key[0][i];
      lanes.counter[1][i] = static_cast<std::uint32_t>(second);
      lanes.counter[2][i] =
          static_cast<std::uint32_t>(first >> 32) ^ lanes.counter[3][i] ^ lanes.key[1][i];
      lanes.counter[3][i] = static_cast<std::uint32_t>(first);
      lanes.key[0][i] += 0x9E3779B9u;
      lanes.key[1][i] += 0xBB67AE85u;
    }
  }
}

void take_normals(const PhiloxLanes& lanes, std::size_t lane, const std::int16_t* table,
                  std::int16_t* normals) {
  for (std::size_t word = 0; word < 4; ++word) {
    const std::uint32_t bits = lanes.counter[word][lane];
    normals[2 * word] = table[bits & 0xffff];
    normals[2 * word + 1] = table[bits >> 16];
  }
}

std::uint32_t blocks_of(std::uint32_t dimension) {
  return static_cast<std::uint32_t>((dimension + kBlockNormals - 1) / kBlockNormals);
}

// The quantile of the normal law at 1/2 + q, 0 < q < 1/2, with a relative error below 1e-15.
// Wichura 1988, "Algorithm AS 241: The Percentage Points of the Normal Distribution", PPND16.
double normal_quantile(double q) {
  if (q <= 0.425) {
    const double r = 0.180625 - q * q;
    return q *
           (((((((r * 2509.0809287301226727 + 33430.575583588128105) * r + 67265.770927008700853) *
                    r +
                45921.953931549871457) *
                   r +
               13731.693765509461125) *
                  r +
              1971.5909503065514427) *
                 r +
             133.14166789178437745) *
                r +
            3.387132872796366608) /
           (((((((r * 5226.495278852545925 + 28729.085735721942674) * r + 39307.89580009271061) *
                    r +
                21213.794301586595867) *
                   r +
               5394.1960214247511077) *
                  r +
              687.1870074920579083) *
                 r +
             42.313330701600911252) *
                r +
            1);
  }
  double r = std::sqrt(-natural_log(0.5 - q));
  if (r <= 5) {
    r -= 1.6;
    return (((((((r * 7.7454501427834140764e-4 + 0.0227238449892691845833) * r +
                 0.24178072517745061177) *
                    r +
                1.27045825245236838258) *
                   r +
               3.64784832476320460504) *
                  r +
              5.7694972214606914055) *
                 r +
             4.6303378461565452959) *
                r +
            1.42343711074968357734) /
           (((((((r * 1.05075007164441684324e-9 + 5.475938084995344946e-4) * r +
                 0.0151986665636164571966) *
                    r +
                0.14810397642748007459) *
                   r +
               0.68976733498510000455) *
                  r +
              1.6763848301838038494) *
                 r +
             2.05319162663775882187) *
                r +
            1);
  }
  return 0;  // no entry of the table is out here
}

std::vector<std::int16_t> make_table() {
  constexpr std::size_t kHalf = 32768;
  std::vector<std::int16_t> table(2 * kHalf);
  for (std::size_t i = 0; i < kHalf; ++i) {
    const double z = normal_quantile((2.0 * static_cast<double>(i) + 1) * 0x1p-17);
    table[i] = static_cast<std::int16_t>(std::floor(4096 * z + 0.5));
  }
  // The last stands for the whole tail: with it the fourth moment is that of a normal number.
  table[kHalf - 1] = 18075;
  for (std::size_t i = 0; i < kHalf; ++i) {
    table[kHalf + i] = static_cast<std::int16_t>(-table[i]);
  }
  return table;
}

// The coordinates of a codeword from the normals of codeword j < N/2: c_i = (z_i f + 2^31) >> 32
// with f = floor(32767 2^32/sqrt(sum z_i^2)). One root and one division, both correctly rounded.
// Normals that are all 0 give zeros.
void scale_codeword(const std::int16_t* normals, std::uint32_t dimension, bool is_mirrored,
                    std::int32_t* codeword) {
  std::int64_t squares = 0;
  for (std::uint32_t i = 0; i <= dimension; ++i) {
    const std::int32_t square = std::int32_t{normals[i]} * normals[i];
    squares += square;
  }
  std::int64_t factor = 0;
  if (squares > 0) {
    factor =
        static_cast<std::int64_t>(kCodewordNorm * 0x1p32 / std::sqrt(static_cast<double>(squares)));
  }
  const std::int32_t sign = is_mirrored ? -1 : 1;
  for (std::uint32_t i = 0; i < dimension; ++i) {
    const std::int64_t scaled = normals[i] * factor + (std::int64_t{1} << 31);
    codeword[i] = sign * static_cast<std::int32_t>(scaled >> 32);
  }
}

}  // namespace

std::span<const std::int16_t> normal_table() {
  static const std::vector<std::int16_t> table = make_table();
  return table;
}

void draw_normals(const CodebookId& id, std::uint16_t tag, std::uint32_t first, std::uint32_t count,
                  std::uint32_t length, std::size_t stride, std::span<std::int16_t> normals) {
  const std::uint32_t blocks = blocks_of(length);
  assert(stride >= blocks * kBlockNormals && normals.size() >= count * stride);
  const std::int16_t* const table = normal_table().data();
  PhiloxLanes lanes{};
  std::int16_t* rows[kLanes];
  std::size_t filled = 0;
  const auto draw = [&] {
    for (std::size_t lane = filled; lane < kLanes; ++lane) set_lane(lanes, lane, id, tag, 0, 0);
    philox(lanes);
    for (std::size_t lane = 0; lane < filled; ++lane) {
      take_normals(lanes, lane, table, rows[lane]);
    }
    filled = 0;
  };
  for (std::uint32_t row = 0; row < count; ++row) {
    for (std::uint32_t block = 0; block < blocks; ++block) {
      set_lane(lanes, filled, id, tag, first + row, block);
      rows[filled] = normals.data() + row * stride + block * kBlockNormals;
      if (++filled == kLanes) draw();
    }
  }
  if (filled > 0) draw();
}

void draw_codewords(std::span<const CodewordName> names, std::uint32_t codewords,
                    std::uint32_t dimension, std::span<std::int32_t> rows) {
  assert(rows.size() == names.size() * dimension);
  const std::uint32_t blocks = blocks_of(dimension + 1);
  const std::uint32_t half = codewords / 2;
  const std::int16_t* const table = normal_table().data();
  // As many names at a time as fill whole groups of lanes: at most eight.
  std::vector<std::int16_t> normals(std::min(kLanes, names.size()) * blocks * kBlockNormals);
  PhiloxLanes lanes{};
  for (std::size_t from = 0; from < names.size(); from += kLanes) {
    const std::size_t count = std::min(kLanes, names.size() - from);
    const std::size_t total = count * blocks;
    for (std::size_t at = 0; at < total; at += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::size_t item = std::min(at + lane, total - 1);
        const CodewordName& name = names[from + item / blocks];
        set_lane(lanes, lane, name.id, name.tag, name.index & (half - 1),
                 static_cast<std::uint32_t>(item % blocks));
      }
      philox(lanes);
      for (std::size_t lane = 0; lane < std::min(kLanes, total - at); ++lane) {
        take_normals(lanes, lane, table, normals.data() + (at + lane) * kBlockNormals);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      scale_codeword(normals.data() + i * blocks * kBlockNormals, dimension,
                     names[from + i].index >= half, rows.data() + (from + i) * dimension);
    }
  }
}

}  // namespace ldp
