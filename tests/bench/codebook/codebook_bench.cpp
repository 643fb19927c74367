// What a codebook report costs beside one of l2ball. Prints what it did as a line of JSON:
//
//   ldp_codebook_bench device <codebook | ball> <epsilon> <d> <reports>
//     draws the randomness of a report and releases a vector, with the default codebook
//   ldp_codebook_bench server <codebook | ball> <epsilon> <d> <reports>
//     adds the vectors of reports to sums of 64 bits: a codeword has to be drawn again first, the
//     numbers of a ball report are there
//
// As in ldp_bench: once to warm up, once under the clock; the result is printed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "mechanisms/ball_release.hpp"
#include "mechanisms/codebook_release.hpp"
#include "print_warm.hpp"
#include "privacy/codebook_scale.hpp"
#include "simulation/seeded_stream.hpp"

namespace {

using bench::print_warm;

struct Work {
  double epsilon;
  std::uint32_t dimension;
  std::uint64_t reports;
};

/// The result is the sum of all indices, or of all numbers.
template <class Report>
int device(const Work& work, Report report) {
  std::vector<double> vector(work.dimension, 0.5);
  vector[0] = 0.25;
  return print_warm(static_cast<double>(work.reports), [&] {
    ldp::SeededStream stream(1, 0, ldp::Purpose::noise);
    double sum = 0;
    for (std::uint64_t i = 0; i < work.reports; ++i) sum += report(stream, vector);
    return sum;
  });
}

int codebook_device(const Work& work) {
  const auto shape = ldp::with_defaults({work.epsilon, work.dimension, 1});
  if (!shape) return 2;
  const auto coin =
      ldp::CodebookCoin::create(work.epsilon, shape.value().codewords, shape.value().near);
  const auto release = ldp::CodebookRelease::create(coin.value(), work.dimension, 1);
  return device(work, [&](ldp::SeededStream& stream, const std::vector<double>& vector) {
    const ldp::CodebookId id = ldp::draw_codebook_id(stream);
    const auto prepared = release.value().prepare(stream);
    return release.value().release(prepared.value(), id, vector).value().front();
  });
}

int ball_device(const Work& work) {
  const auto release =
      ldp::BallRelease::create(work.epsilon, work.dimension, 1, ldp::ball_draws(work.epsilon));
  if (!release) return 2;
  return device(work, [&](ldp::SeededStream& stream, const std::vector<double>& vector) {
    const auto prepared = release.value().prepare(stream);
    return release.value().release(prepared.value(), vector).value().front();
  });
}

constexpr std::size_t kBatch = 256;

/// `rows` gives the vectors of a batch. The result is the first sum.
template <class Rows>
int server(const Work& work, Rows rows) {
  return print_warm(static_cast<double>(work.reports), [&] {
    std::vector<std::int64_t> sums(work.dimension);
    for (std::uint64_t done = 0; done < work.reports; done += kBatch) {
      const std::vector<std::int32_t>& batch = rows(done);
      for (std::size_t i = 0; i < kBatch; ++i) {
        const std::int32_t* const row = batch.data() + i * work.dimension;
        for (std::uint32_t j = 0; j < work.dimension; ++j) sums[j] += row[j];
      }
    }
    return static_cast<double>(sums[0]);
  });
}

int codebook_server(const Work& work) {
  const std::uint32_t codewords = ldp::default_codewords(work.epsilon, work.dimension);
  std::vector<std::int32_t> batch(kBatch * work.dimension);
  std::vector<ldp::CodewordName> names(kBatch);
  return server(work, [&](std::uint64_t done) -> const std::vector<std::int32_t>& {
    for (std::size_t i = 0; i < kBatch; ++i) {
      for (std::size_t byte = 0; byte < 8; ++byte) {
        names[i].id[byte] = static_cast<std::uint8_t>((done + i) >> 8 * byte);
      }
      names[i].tag = ldp::codebook_tag(0);
      names[i].index = static_cast<std::uint16_t>((done + i) % codewords);
    }
    ldp::draw_codewords(names, codewords, work.dimension, batch);
    return batch;
  });
}

int ball_server(const Work& work) {
  std::vector<std::int32_t> batch(kBatch * work.dimension);
  for (std::size_t i = 0; i < batch.size(); ++i) batch[i] = static_cast<std::int32_t>(i % 65'535);
  return server(work, [&](std::uint64_t done) -> const std::vector<std::int32_t>& {
    batch[done % batch.size()] += 1;
    return batch;
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const std::string_view side = argv[1];
  const bool is_codebook = std::string_view(argv[2]) == "codebook";
  const Work work{std::strtod(argv[3], nullptr),
                  static_cast<std::uint32_t>(std::strtoul(argv[4], nullptr, 10)),
                  std::strtoull(argv[5], nullptr, 10)};
  if (side == "device") return is_codebook ? codebook_device(work) : ball_device(work);
  if (side == "server") return is_codebook ? codebook_server(work) : ball_server(work);
  return 2;
}
