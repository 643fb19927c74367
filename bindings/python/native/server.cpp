// The server's half as Python sees it: functions that copy and call the core, which has all logic.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/linear_codebook.hpp"
#include "records.hpp"
#include "server/arms/arm_results.hpp"
#include "server/linear/linear_learner.hpp"
#include "server/multi_armed/multi_armed_learner.hpp"

namespace py = pybind11;

namespace {

using Flat = std::vector<double>;

std::span<const std::uint8_t> bytes_of(std::string_view body) {
  return {reinterpret_cast<const std::uint8_t*>(body.data()), body.size()};
}

py::bytes saved(const std::vector<std::uint8_t>& state) {
  return py::bytes(reinterpret_cast<const char*>(state.data()), state.size());
}

// What both families have. The decoder refuses what no device can send.
template <class Learner, class Decoder, class Received, class SnapshotLayout>
class Server {
 public:
  explicit Server(Learner learner)
      : learner_(std::move(learner)), decoder_(learner_.experiment()) {}

  // One body: a report, or an array of them. All or nothing; how many there were.
  std::size_t ingest(std::string_view body) {
    std::vector<Received> reports;
    ldp::check(decoder_.decode(bytes_of(body), reports));
    ldp::check(learner_.ingest(reports));
    return reports.size();
  }
  py::dict publish() { return ldp::described<SnapshotLayout>(learner_.publish()); }
  void fold(std::uint32_t first_open) { learner_.fold(first_open); }
  void merge(const Server& other) { ldp::check(learner_.merge(other.learner_)); }
  [[nodiscard]] py::bytes save() const { return saved(learner_.save()); }
  void load(std::string_view state) { ldp::check(learner_.load(bytes_of(state))); }

 protected:
  Learner learner_;
  Decoder decoder_;
};

py::object described(const std::optional<ldp::Estimate>& estimate) {
  if (!estimate) return py::none();
  return py::make_tuple(estimate->mean, estimate->low, estimate->high);
}

class ArmServer : public Server<ldp::MultiArmedLearner, ldp::ReportDecoder, ldp::ReceivedReport,
                                ldp::SnapshotLayout> {
 public:
  explicit ArmServer(const Flat& experiment)
      : Server(ldp::take(ldp::MultiArmedLearner::create(
            ldp::record_from<ldp::MultiArmedExperiment, ldp::LearnerLayout>(experiment)))) {}

  // What a mechanism of the device released, without the body around it. All or nothing.
  void ingest_values(const ldp::Numbers<std::uint32_t>& arms,
                     const ldp::Numbers<std::int32_t>& values,
                     const ldp::Numbers<std::uint32_t>& levels, std::uint32_t snapshot) {
    std::vector<ldp::ReceivedReport> reports(ldp::view(arms).size());
    for (std::size_t i = 0; i < reports.size(); ++i) {
      reports[i] = {{}, snapshot, ldp::view(arms)[i], ldp::view(levels)[i], ldp::view(values)[i]};
    }
    ldp::check(learner_.ingest(reports));
  }

  // For each arm its reports, its mean, and what it is above the control.
  [[nodiscard]] py::list results(std::optional<std::uint32_t> control) const {
    py::list rows;
    const auto readings = ldp::readings_of(learner_.experiment());
    for (const ldp::ArmResult& arm : ldp::arm_results(learner_.statistics(), readings, control)) {
      rows.append(py::make_tuple(arm.reports, described(arm.reward), described(arm.lift)));
    }
    return rows;
  }

  [[nodiscard]] std::optional<std::uint64_t> forgeries() const { return learner_.forgeries(); }
  [[nodiscard]] std::uint64_t reports() const { return learner_.statistics().reports(); }
};

class LinearServer : public Server<ldp::LinearLearner, ldp::LinearReportDecoder,
                                   ldp::ReceivedLinearReport, ldp::LinearSnapshotLayout> {
 public:
  explicit LinearServer(const Flat& experiment) : Server(ldp::take(created(experiment))) {}

  [[nodiscard]] std::uint64_t reports() const { return learner_.reports(); }

 private:
  static ldp::Result<ldp::LinearLearner> created(const Flat& numbers) {
    const auto experiment =
        ldp::record_from<ldp::LinearExperiment, ldp::LinearLearnerLayout>(numbers);
    ldp::check(ldp::validate(experiment));
    return ldp::LinearLearner::create(ldp::with_codebook(experiment));
  }
};

template <class Learner>
py::class_<Learner> bind_server(py::module_& module, const char* name) {
  return py::class_<Learner>(module, name)
      .def(py::init<const Flat&>())
      .def("ingest", &Learner::ingest)
      .def("publish", &Learner::publish)
      .def("fold", &Learner::fold)
      .def("merge", [](Learner& learner, const Learner& other) { learner.merge(other); })
      .def("save", &Learner::save)
      .def("load", &Learner::load)
      .def("reports", &Learner::reports);
}

}  // namespace

PYBIND11_MODULE(_server, module) {
  bind_server<ArmServer>(module, "MultiArmedLearner")
      .def("ingest_values", &ArmServer::ingest_values)
      .def("results", &ArmServer::results)
      .def("forgeries", &ArmServer::forgeries);
  bind_server<LinearServer>(module, "LinearLearner");
}
