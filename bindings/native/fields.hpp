// Readers for JSON of unknown origin: each returns a value or throws SpecError with the path of the
// field.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "read_spec.hpp"

namespace ldp {

/// A value and where it stands.
struct Field {
  const nlohmann::json* value;  // nullptr: absent
  std::string path;

  explicit operator bool() const { return value != nullptr; }

  [[noreturn]] void fail(const std::string& reason) const { throw SpecError(path + " " + reason); }

  /// The fields of an object that has no keys but these.
  [[nodiscard]] const Field& object(std::initializer_list<std::string_view> keys) const {
    if (value == nullptr || !value->is_object()) fail("must be an object");
    for (const auto& [key, unused] : value->items()) {
      bool is_known = false;
      for (const std::string_view known : keys) is_known = is_known || known == key;
      if (!is_known) fail("has an unknown key \"" + key.substr(0, 40) + "\"");
    }
    return *this;
  }

  [[nodiscard]] Field operator[](const char* key) const {
    const bool is_given = value != nullptr && value->is_object() && value->contains(key);
    return {is_given ? &(*value)[key] : nullptr, path == "spec" ? key : path + "." + key};
  }

  [[nodiscard]] std::vector<Field> list(std::size_t minimum, std::size_t maximum) const {
    if (value == nullptr || !value->is_array() || value->size() < minimum ||
        value->size() > maximum) {
      fail("must be a list of " + std::to_string(minimum) + " to " + std::to_string(maximum) +
           " entries");
    }
    std::vector<Field> items;
    items.reserve(value->size());
    for (std::size_t i = 0; i < value->size(); ++i) {
      items.push_back({&(*value)[i], path + "[" + std::to_string(i) + "]"});
    }
    return items;
  }

  /// Any finite number.
  [[nodiscard]] double number() const {
    if (value == nullptr || !value->is_number()) fail("must be a number");
    const auto read = value->get<double>();
    if (!std::isfinite(read)) fail("must be finite");
    return read;
  }
  [[nodiscard]] double number(double standard) const { return value ? number() : standard; }

  [[nodiscard]] std::uint64_t whole(std::uint64_t minimum, std::uint64_t maximum) const {
    const double read = value != nullptr && value->is_number() ? value->get<double>() : -1;
    if (!(read >= static_cast<double>(minimum) && read <= static_cast<double>(maximum)) ||
        read != std::floor(read)) {
      fail("must be a whole number from " + std::to_string(minimum) + " to " +
           std::to_string(maximum));
    }
    return static_cast<std::uint64_t>(read);
  }

  [[nodiscard]] std::string text(std::size_t maximum) const {
    if (value == nullptr || !value->is_string() || value->get_ref<const std::string&>().empty() ||
        value->get_ref<const std::string&>().size() > 4 * maximum) {
      fail("must be a text of 1 to " + std::to_string(maximum) + " characters");
    }
    return value->get<std::string>();
  }

  /// The position of the text among the choices.
  template <class Choices>
  [[nodiscard]] std::size_t choice(const Choices& choices) const {
    std::string known;
    std::size_t position = 0;
    for (const std::string_view choice : choices) {
      if (value != nullptr && value->is_string() && *value == choice) return position;
      known += (position++ == 0 ? "" : ", ") + std::string(choice);
    }
    fail("must be one of " + known);
  }

  /// Sets `chosen` to a word of its enumeration, if the field is there.
  template <class Enum>
  void choose(Enum& chosen) const {
    choose(chosen, words_of(chosen));
  }
  /// The same where only some words may stand, those that its enumeration begins with.
  template <class Enum, class Choices>
  void choose(Enum& chosen, const Choices& choices) const {
    if (*this) chosen = static_cast<Enum>(choice(choices));
  }
};

}  // namespace ldp
