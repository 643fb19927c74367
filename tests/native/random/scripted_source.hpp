// A source that plays back given words and fails when they run out, like a generator that breaks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "random/word_source.hpp"

namespace ldp::test {

class ScriptedSource {
 public:
  explicit ScriptedSource(std::vector<std::uint64_t> words) : words_(std::move(words)) {}

  std::uint64_t next() {
    if (failed_ || used_ == words_.size()) {
      failed_ = true;
      return kFailedWord;
    }
    return words_[used_++];
  }

  bool failed() const { return failed_; }
  void fail() { failed_ = true; }
  std::size_t used() const { return used_; }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t used_ = 0;
  bool failed_ = false;
};

// The same word for ever, without ever noticing that this is not random.
class StuckSource {
 public:
  explicit StuckSource(std::uint64_t word) : word_(word) {}
  std::uint64_t next() { return word_; }
  bool failed() const { return failed_; }
  void fail() { failed_ = true; }

 private:
  std::uint64_t word_;
  bool failed_ = false;
};

static_assert(FallibleWordSource<ScriptedSource> && FallibleWordSource<StuckSource>);

}  // namespace ldp::test
