// The simulation as Python sees it: functions that copy and call the core, which has all logic.
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "native/play.hpp"
#include "simulation/regret_curve.hpp"

namespace py = pybind11;

namespace {

using Runs = std::vector<std::pair<std::string, std::vector<double>>>;

// What the thread of Python does meanwhile: a signal or an exception of `progress` stops the play.
class Watch {
 public:
  explicit Watch(py::object progress) : progress_(std::move(progress)) {}

  void operator()(double done, double total) {
    if (stop_) return;
    const py::gil_scoped_acquire hold;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!progress_.is_none()) progress_(done, total);
    } catch (...) {
      thrown_ = std::current_exception();
      stop_ = true;
    }
  }

  [[nodiscard]] const std::atomic<bool>& stop() const { return stop_; }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  py::object progress_;
  std::atomic<bool> stop_{false};
  std::exception_ptr thrown_;
};

py::dict described(const ldp::PlayedCurve& played) {
  py::dict curve;
  curve["mean"] = ldp::array(played.curve.mean);
  curve["low"] = ldp::array(played.curve.low);
  curve["high"] = ldp::array(played.curve.high);
  curve["regrets"] = ldp::matrix(played.regrets, played.replicates);
  curve["stops"] = ldp::matrix(played.stops, played.replicates);
  curve["wrong"] = played.wrong;
  curve["not_best"] = played.not_best;
  return curve;
}

// One curve a run. `runs`: a label and its flat records each. `progress` is called about five times
// a second with the rounds that are done and all of them.
py::list play(const Runs& runs, std::uint32_t replicates, unsigned threads, py::object progress) {
  ldp::SimulationPlan plan = ldp::plan_of(replicates);
  for (const auto& [label, records] : runs) ldp::add_run(plan, label, records);
  Watch watch(std::move(progress));
  std::vector<ldp::PlayedCurve> played;
  {
    const py::gil_scoped_release release;
    played = ldp::play(plan, threads, watch.stop(),
                       [&watch](double done, double total) { watch(done, total); });
  }
  watch.rethrow();
  py::list curves;
  for (const ldp::PlayedCurve& curve : played) curves.append(described(curve));
  return curves;
}

std::vector<std::uint64_t> record_times(std::uint64_t horizon, std::size_t points, bool is_log) {
  return is_log ? ldp::log_times(horizon, points) : ldp::linear_times(horizon, points);
}

}  // namespace

PYBIND11_MODULE(_simulation, module) {
  py::register_exception<ldp::PlanError>(module, "PlanError", PyExc_ValueError);
  module.def("play", &play);
  module.def("record_times", &record_times);
}
