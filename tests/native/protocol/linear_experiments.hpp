// Linear experiments and reports that the tests of protocol/ and server/ share.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "protocol/linear_experiment.hpp"
#include "protocol/linear_report.hpp"
#include "protocol/report_bytes.hpp"

namespace ldp::test {

inline LinearExperiment moments(std::uint32_t dimension, double epsilon, double spread = 1) {
  LinearExperiment experiment;
  experiment.algorithm = Algorithm::ldp_linear_moments;
  experiment.dimension = dimension;
  experiment.epsilon = epsilon;
  experiment.spread = spread;
  return experiment;
}

inline LinearExperiment linucb(std::uint32_t dimension, double epsilon) {
  LinearExperiment experiment;
  experiment.algorithm = Algorithm::ldp_linucb;
  experiment.dimension = dimension;
  experiment.epsilon = epsilon;
  return experiment;
}

inline LinearExperiment gaussian_linucb(std::uint32_t dimension, double epsilon, double delta) {
  LinearExperiment experiment = linucb(dimension, epsilon);
  experiment.mechanism = LinearMechanism::gaussian;
  experiment.delta = delta;
  return experiment;
}

inline LinearExperiment online(std::uint32_t dimension, double epsilon, double delta) {
  LinearExperiment experiment = gaussian_linucb(dimension, epsilon, delta);
  experiment.algorithm = Algorithm::online_ldp_linucb;
  return experiment;
}

inline LinearExperiment combiner(std::uint32_t dimension, double epsilon, double delta) {
  LinearExperiment experiment = online(dimension, epsilon, delta);
  experiment.algorithm = Algorithm::private_bandits_combiner;
  return experiment;
}

// base64url by hand: bits one after the other, six to a character, zeros behind the last.
inline std::string spell_bytes(const std::vector<std::uint8_t>& bytes) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 6) {
    unsigned digit = 0;
    for (std::size_t i = bit; i < bit + 6; ++i) {
      const bool is_set = i < 8 * bytes.size() && ((bytes[i / 8] >> (7 - i % 8)) & 1) != 0;
      digit = 2 * digit + (is_set ? 1 : 0);
    }
    text += alphabet[digit];
  }
  return text;
}

// `part`: its name, or empty where the format has none. `bytes`: of one number.
inline std::string spell(const ReceivedLinearReport& report, const std::string& part, int bytes) {
  std::vector<std::uint8_t> data;
  for (const std::int32_t value : report.values) {
    // Two's complement: the number modulo 2^(8 bytes), its lowest byte first.
    const std::int64_t modulus = std::int64_t{1} << (8 * bytes);
    std::int64_t left = (value + modulus) % modulus;
    for (int i = 0; i < bytes; ++i, left /= 256) {
      data.push_back(static_cast<std::uint8_t>(left % 256));
    }
  }
  return "{\"v\":1,\"id\":\"" + spell_id(report.id) +
         "\",\"snapshot\":" + std::to_string(report.snapshot) +
         (part.empty() ? "" : ",\"part\":\"" + part + "\"") + ",\"data\":\"" + spell_bytes(data) +
         "\"}";
}

}  // namespace ldp::test
