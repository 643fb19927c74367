// Numbers of the core as numpy arrays of their own, and back.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace ldp {

/// A copy.
template <class Number>
pybind11::array_t<Number> array(const std::vector<Number>& numbers) {
  return pybind11::array_t<Number>(static_cast<pybind11::ssize_t>(numbers.size()), numbers.data());
}

/// A copy with `columns` columns; without rows where that is 0.
template <class Number>
pybind11::array_t<Number> matrix(const std::vector<Number>& numbers, std::size_t columns) {
  const std::size_t rows = columns == 0 ? 0 : numbers.size() / columns;
  pybind11::array_t<Number> made(
      {static_cast<pybind11::ssize_t>(rows), static_cast<pybind11::ssize_t>(columns)});
  std::copy_n(numbers.begin(), rows * columns, made.mutable_data());
  return made;
}

template <class Number>
using Numbers = pybind11::array_t<Number, pybind11::array::c_style | pybind11::array::forcecast>;

template <class Number>
std::span<const Number> view(const Numbers<Number>& numbers) {
  return {numbers.data(), static_cast<std::size_t>(numbers.size())};
}

}  // namespace ldp
