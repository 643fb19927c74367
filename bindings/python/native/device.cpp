// The device's half as Python sees it: functions that copy and call the core, which has all logic.
// Randomness comes from the system; there is no seed.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "client/linear_client.hpp"
#include "client/multi_armed_client.hpp"
#include "mechanisms.hpp"
#include "protocol/linear_codebook.hpp"
#include "records.hpp"

namespace py = pybind11;

namespace {

using Flat = std::vector<double>;

struct Terms {
  std::string transform;
  double first;
  double second;
  double neutral;
  double epsilon;
  double delta;
};

ldp::RewardTransform transform_of(const Terms& terms) {
  using ldp::RewardTransform;
  if (terms.transform == "clip") return ldp::take(RewardTransform::clip(terms.first, terms.second));
  if (terms.transform == "sigmoid") {
    return ldp::take(RewardTransform::sigmoid(terms.first, terms.second));
  }
  if (terms.transform == "threshold") return ldp::take(RewardTransform::threshold(terms.first));
  return RewardTransform::unit();
}

Terms terms_from(const py::tuple& given) {
  return {given[0].cast<std::string>(), given[1].cast<double>(), given[2].cast<double>(),
          given[3].cast<double>(),      given[4].cast<double>(), given[5].cast<double>()};
}

// Of each device of the process another one. An address would come again.
std::uint64_t next_serial() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

// A decision is worth one report: a second one with the same noise would reveal the difference.
template <class Prepared>
struct Decision {
  ldp::ReportId id;
  std::optional<Prepared> prepared;  // none: it has been reported
  std::uint32_t arm;
  bool is_offline;
  std::uint64_t device;

  // Its noise is that of its device's epsilon: with another device's the guarantee would not hold.
  Prepared& open(std::uint64_t asking) {
    if (asking != device) {
      ldp::raise({ldp::ErrorCode::invalid_argument, "decision", "belongs to another client", 0});
    }
    if (!prepared) {
      ldp::raise({ldp::ErrorCode::already_reported, "decision", "has its one report already", 0});
    }
    return *prepared;
  }
};

// Of processes that run this build: the memory of a plain record.
static_assert(std::is_trivially_copyable_v<ldp::Guarantee>);

py::bytes state_of(const ldp::Guarantee& guarantee) {
  return py::bytes(reinterpret_cast<const char*>(&guarantee), sizeof guarantee);
}

ldp::Guarantee guarantee_from(const py::bytes& state) {
  ldp::Guarantee guarantee = ldp::take(ldp::Guarantee::pure(0));
  const std::string_view bytes = state;
  if (bytes.size() != sizeof guarantee) throw py::value_error("a guarantee of another build");
  std::memcpy(&guarantee, bytes.data(), sizeof guarantee);
  return guarantee;
}

py::bytes bytes_of(const std::string& body) { return py::bytes(body.data(), body.size()); }

struct ArmDevice {
  using Made = Decision<ldp::PreparedDecision>;

  ArmDevice(const Flat& experiment, const py::tuple& given)
      : terms(terms_from(given)),
        client(ldp::take(ldp::MultiArmedClient::create(
            ldp::record_from<ldp::MultiArmedExperiment, ldp::ExperimentLayout>(experiment),
            transform_of(terms), terms.neutral, terms.epsilon, terms.delta))) {}

  void set_snapshot(const Flat& numbers) {
    ldp::check(client.set_snapshot(
        ldp::record_from<ldp::MultiArmedSnapshot, ldp::SnapshotLayout>(numbers)));
  }

  [[nodiscard]] Made choose() const {
    ldp::SystemSource source;
    ldp::PreparedDecision prepared = ldp::take(client.choose(source));
    const ldp::ReportId id = ldp::draw_codebook_id(source);
    if (source.failed()) {
      ldp::raise({ldp::ErrorCode::insecure_randomness, "source", "no secure randomness", 0});
    }
    const bool is_offline = prepared.policy() == ldp::Policy::offline_uniform;
    return {id, prepared, prepared.arm(), is_offline, serial};
  }

  [[nodiscard]] py::bytes report(Made& decision, std::optional<double> feedback) const {
    const ldp::PreparedDecision& prepared = decision.open(serial);
    const ldp::ArmReport report =
        ldp::take(feedback ? client.report(prepared, *feedback, decision.id)
                           : client.neutral_report(prepared, decision.id));
    decision.prepared.reset();
    return bytes_of(report.encode());
  }

  Terms terms;
  ldp::MultiArmedClient client;
  std::uint64_t serial = next_serial();
};

ldp::LinearClient linear_client(const Flat& numbers, const Terms& terms) {
  struct {
    double norm = 0;
    ldp::NormPolicy norms = ldp::NormPolicy::clip;
  } features;
  ldp::LinearExperiment experiment;
  ldp::RecordReader reader{std::span(numbers)};
  ldp::read<ldp::LinearExperimentLayout>(reader, experiment);
  ldp::read<ldp::FeatureNormLayout>(reader, features);
  ldp::check(ldp::validate(experiment));
  return ldp::take(ldp::LinearClient::create(ldp::with_codebook(experiment), transform_of(terms),
                                             terms.neutral, features.norm, features.norms,
                                             terms.epsilon, terms.delta));
}

struct LinearDevice {
  using Made = Decision<ldp::PreparedLinearDecision>;

  LinearDevice(const Flat& experiment, const py::tuple& given)
      : client(linear_client(experiment, terms_from(given))) {}

  void set_snapshot(const Flat& numbers) {
    ldp::check(client.set_snapshot(
        ldp::record_from<ldp::LinearSnapshot, ldp::LinearSnapshotLayout>(numbers)));
  }

  // `rows`: [arms][dimension].
  Made choose(const ldp::Numbers<double>& rows) {
    ldp::SystemSource source;
    const auto arms = static_cast<std::uint32_t>(rows.shape(0));
    ldp::PreparedLinearDecision prepared = ldp::take(client.choose(ldp::view(rows), arms, source));
    const ldp::ReportId id = prepared.id ? *prepared.id : ldp::draw_codebook_id(source);
    if (source.failed()) {
      ldp::raise({ldp::ErrorCode::insecure_randomness, "source", "no secure randomness", 0});
    }
    const std::uint32_t arm = prepared.arm;
    const bool is_offline = prepared.policy == ldp::Policy::offline_uniform;
    return {id, std::move(prepared), arm, is_offline, serial};
  }

  [[nodiscard]] py::bytes report(Made& decision, std::optional<double> feedback) const {
    ldp::PreparedLinearDecision& prepared = decision.open(serial);
    const ldp::LinearReport report =
        feedback ? ldp::take(client.report(prepared.answer, *feedback, decision.id))
                 : client.neutral_report(prepared, decision.id);
    prepared.answer.wipe();
    decision.prepared.reset();
    return bytes_of(report.encode());
  }

  ldp::LinearClient client;
  std::uint64_t serial = next_serial();
};

template <class Device>
void bind_device(py::module_& module, const char* name, const char* decision) {
  using Made = typename Device::Made;
  py::class_<Made>(module, decision)
      .def_readonly("arm", &Made::arm)
      .def_readonly("is_offline", &Made::is_offline)
      .def("__reduce__", [](const Made& /*decision*/) -> py::object {
        throw py::type_error(
            "a decision is worth one report: a pickle or a copy could make a second one with the "
            "same noise");
      });
  py::class_<Device>(module, name)
      .def(py::init<const Flat&, const py::tuple&>())
      .def("set_snapshot", &Device::set_snapshot)
      .def("choose", &Device::choose)
      .def("report", &Device::report)
      .def("guarantee", [](const Device& device) { return device.client.guarantee(); });
}

template <class Mechanism>
py::class_<Mechanism> bind_scalar(py::module_& module, const char* name) {
  return py::class_<Mechanism>(module, name)
      .def("randomize", &Mechanism::randomize)
      .def("reading",
           [](const Mechanism& mechanism) {
             return py::make_tuple(mechanism.reading().offset, mechanism.reading().scale);
           })
      .def("guarantee", &Mechanism::guarantee);
}

using Response = ldp::ScalarBatch<ldp::ConvertToBernoulli, std::uint8_t>;
using Laplace = ldp::ScalarBatch<ldp::DiscreteLaplaceMechanism, std::int32_t>;
using Gaussian = ldp::ScalarBatch<ldp::DiscreteGaussianMechanism, std::int32_t>;
using Window = ldp::ScalarBatch<ldp::WindowMechanism, std::int32_t>;

}  // namespace

PYBIND11_MODULE(_device, module) {
  py::class_<ldp::Guarantee>(module, "Guarantee")
      .def_property_readonly("epsilon", &ldp::Guarantee::epsilon)
      .def_property_readonly("delta", &ldp::Guarantee::delta)
      .def_property_readonly("rho", &ldp::Guarantee::rho)
      .def("delta_at", &ldp::Guarantee::delta_at)
      .def(py::pickle(&state_of, &guarantee_from));
  bind_scalar<Response>(module, "RandomizedResponse").def(py::init([](double epsilon) {
    return Response(ldp::ConvertToBernoulli::create(epsilon));
  }));
  bind_scalar<Laplace>(module, "DiscreteLaplace").def(py::init([](double epsilon) {
    return Laplace(ldp::DiscreteLaplaceMechanism::create(epsilon));
  }));
  bind_scalar<Gaussian>(module, "DiscreteGaussian").def(py::init([](double epsilon, double delta) {
    return Gaussian(ldp::DiscreteGaussianMechanism::create(epsilon, delta));
  }));
  bind_scalar<Window>(module, "Window").def(py::init([](double epsilon) {
    return Window(ldp::WindowMechanism::create(epsilon));
  }));
  py::class_<ldp::BallBatch>(module, "BallVector")
      .def(py::init<double, std::uint32_t, double>())
      .def("randomize", &ldp::BallBatch::randomize)
      .def("unit", &ldp::BallBatch::unit)
      .def("guarantee", &ldp::BallBatch::guarantee);
  py::class_<ldp::CodebookBatch>(module, "CodebookVector")
      .def(py::init<double, std::uint32_t, double>())
      .def("randomize", &ldp::CodebookBatch::randomize)
      .def("estimate", &ldp::CodebookBatch::estimate)
      .def("codewords", &ldp::CodebookBatch::codewords)
      .def("guarantee", &ldp::CodebookBatch::guarantee);
  bind_device<ArmDevice>(module, "MultiArmedClient", "Decision");
  bind_device<LinearDevice>(module, "LinearClient", "LinearDecision");
}
