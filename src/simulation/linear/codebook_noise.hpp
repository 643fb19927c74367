// The releases of devices with codebook noise (docs/spec/codebook.md), in real units: those of
// CodebookRelease and draw_codeword themselves, with words of the simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "mechanisms/codebook_release.hpp"
#include "privacy/codebook.hpp"
#include "privacy/codebook_scale.hpp"
#include "random/word_source.hpp"

namespace ldp {

class CodebookNoise {
 public:
  /// Of a scale that create() gave, so the release has no errors. `part`: of the experiment.
  explicit CodebookNoise(const CodebookScale& scale, std::uint32_t part = 0)
      : codewords_(scale.coin().codewords()),
        tag_(codebook_tag(part)),
        unit_(scale.unit()),
        release_(
            CodebookRelease::create(scale.coin(), scale.dimension(), scale.norm(), part).value()),
        codeword_(scale.dimension()) {}

  /// release = what a report of `value` is worth to the server; its mean is `value`. Both have the
  /// dimension of the scale; ||value|| <= L.
  template <WordSource S>
  void operator()(S& source, std::span<const double> value, std::span<double> release) {
    const CodebookId id = draw_codebook_id(source);
    const PreparedVector prepared = release_.prepare(source).value();
    const std::int32_t index = release_.release(prepared, id, value).value().front();
    draw_codeword(id, tag_, static_cast<std::uint32_t>(index), codewords_, release_.dimension(),
                  codeword_);
    for (std::size_t i = 0; i < release.size(); ++i) release[i] = codeword_[i] * unit_;
  }

 private:
  std::uint32_t codewords_;
  std::uint16_t tag_;
  double unit_;
  CodebookRelease release_;
  std::vector<std::int32_t> codeword_;
};

}  // namespace ldp
