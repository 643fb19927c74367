// Experiments and snapshots between Python and the core: as flat records (bindings/record.hpp) on
// the way in, as dictionaries with the names of the schema on the way out.
#pragma once

#include <pybind11/pybind11.h>

#include <span>
#include <type_traits>
#include <vector>

#include "arrays.hpp"
#include "errors.hpp"
#include "record.hpp"

namespace ldp {

/// Reads the next record. Throws for one of another build.
template <class Layout, class Record>
void read(RecordReader& reader, Record& record) {
  if (!reader.read<Layout>(record)) raise(kOtherLayout);
}

/// The one record in `numbers`.
template <class Record, class Layout>
Record record_from(const std::vector<double>& numbers) {
  Record record;
  RecordReader reader{std::span(numbers)};
  read<Layout>(reader, record);
  return record;
}

class Describer {
 public:
  explicit Describer(const char* const* names) : next_(names) {}

  template <class Number>
  void operator()(const std::vector<Number>& list) {
    object[*next_++] = array(list);
  }
  template <class Number>
  void operator()(const Number& number) {
    if constexpr (std::is_enum_v<Number>) {
      object[*next_++] = static_cast<int>(number);
    } else {
      object[*next_++] = number;
    }
  }

  pybind11::dict object;

 private:
  const char* const* next_;
};

template <class Layout, class Record>
pybind11::dict described(const Record& record) {
  Describer describer(Layout::kNames);
  Layout::each(record, describer);
  return describer.object;
}

}  // namespace ldp
