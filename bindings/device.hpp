// What the modules for contexts, slates and points have in common: clients by their address, the
// record that a call leaves behind, and the ways to fail. `client` repeats some of it in fewer
// bytes, since every page downloads that module. To be included by one file of a module.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "foundation/result.hpp"
#include "page.hpp"
#include "random/uniform.hpp"
#include "record.hpp"

namespace ldp::page {

// `RecordOfModule` begins with `head`.
template <class ClientOfFamily, class RecordOfModule>
struct Device {
  static inline RecordOfModule record{};

  static ClientOfFamily& client_at(Address address) {
    return *reinterpret_cast<ClientOfFamily*>(std::uintptr_t{address});
  }

  // Leaves the error in the record. What it returns is also the address of no client.
  static bool failed(const Error& error) {
    record.head.set_error(error);
    return false;
  }

  // The address of the record.
  static Address open() {
    page::open();
    return address_of(&record);
  }

  // The address of a client, with the cost of its reports in the record; or 0 and an error.
  static Address keep(Result<ClientOfFamily>&& client) {
    if (!client) return failed(client.error());
    record.head.set_cost(client.value().guarantee().cost());
    return address_of(new ClientOfFamily(std::move(client).value()));
  }

  static void destroy(Address client) { delete &client_at(client); }

  // The numbers are a snapshot. False and an error if it does not fit the experiment.
  template <class Snapshot, class Layout>
  static bool set_snapshot(Address client) {
    Snapshot snapshot;
    if (!RecordReader(numbers()).read<Layout>(snapshot)) return failed(kOtherLayout);
    const Status status = client_at(client).set_snapshot(std::move(snapshot));
    return status.ok() || failed(status.error());
  }

  // Draws what a decision has beside its noise: the id of its report, and the delay in
  // 0..max_delay_ms, which it leaves in the record. Nothing and an error without secure randomness.
  template <class Decision>
  static std::optional<ReportId> draw_terms(const Result<Decision>& decision,
                                            std::uint32_t max_delay_ms) {
    const ReportId id = draw_id();
    const std::uint64_t delay = uniform_below(*pool(), std::uint64_t{max_delay_ms} + 1);
    if (!decision || pool()->failed()) {
      record.head.set_no_randomness();
      return {};
    }
    record.head.delay_ms = static_cast<std::uint32_t>(delay);
    return id;
  }

  // Leaves the bytes of a report in the record.
  static bool write(Result<std::string> report) {
    static std::string body;
    if (!report) return failed(report.error());
    body = std::move(report).value();
    record.head.body = text(body);
    return true;
  }
  template <class Report>
  static bool write(const Result<Report>& report) {
    return report ? write(report.value()) : failed(report.error());
  }
  template <class Report>
  requires requires(const Report& report) { report.encode(); }
  static bool write(const Report& report) { return write(Result<std::string>(report.encode())); }
};

}  // namespace ldp::page
