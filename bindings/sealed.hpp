// A decision between choose and report, held by the page as opaque bytes: first the id of its
// report, then the answer, which has seal() and unseal(). So there is no table of open decisions to
// clean up, and the page wipes them once the feedback is in. To be included by one file of a
// module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "foundation/result.hpp"
#include "foundation/wipe.hpp"
#include "page.hpp"

namespace ldp::page {

inline std::vector<std::byte>& sealed() {
  static std::vector<std::byte> sealed;
  return sealed;
}

// Room for `size` sealed bytes that the next call reads.
LDP_EXPORT(sealed)
inline Address resize_sealed(std::uint32_t size) {
  sealed().resize(size);
  return address_of(sealed().data());
}

template <class Answer>
Text seal(const ReportId& id, const Answer& answer) {
  std::vector<std::byte> bytes = answer.seal();
  sealed().resize(id.size() + bytes.size());
  std::memcpy(sealed().data(), id.data(), id.size());
  std::memcpy(sealed().data() + id.size(), bytes.data(), bytes.size());
  wipe(std::span(bytes));
  return {address_of(sealed().data()), static_cast<std::uint32_t>(sealed().size())};
}

// Takes the decision back out of sealed(), which is wiped.
template <class Answer>
Result<Answer> unseal(ReportId& id) {
  Result<Answer> answer = Error{ErrorCode::invalid_argument, "decision", "is damaged", 0};
  if (sealed().size() >= id.size()) {
    std::memcpy(id.data(), sealed().data(), id.size());
    answer = Answer::unseal(std::span(sealed()).subspan(id.size()));
  }
  wipe(std::span(sealed()));
  return answer;
}

// Leaves a decision in the record, sealed, with its neutral report.
template <class Device, class Decision>
bool leave(Address client, const ReportId& id, Decision& drawn) {
  Device::record.head.policy = static_cast<std::uint32_t>(drawn.policy);
  Device::record.head.sealed = seal(id, drawn.answer);
  const bool written = Device::write(Device::client_at(client).neutral_report(drawn, id));
  drawn.answer.wipe();
  return written;
}

// The sealed decision gets fresh noise for an answer; all else stays. Leaves it where choose does.
// False and an error without secure randomness, or for a decision of another client.
template <class Device, class Answer>
bool redraw(Address client) {
  ReportId id{};
  Result<Answer> answer = unseal<Answer>(id);
  const Status status =
      answer ? Device::client_at(client).redraw(answer.value(), *pool()) : answer.error();
  if (!status) {
    Device::record.head.set_draw_error(status.error());
    return false;
  }
  Device::record.head.sealed = seal(id, answer.value());
  answer.value().wipe();
  return true;
}

// Randomises the feedback with the noise of the sealed decision and leaves the report in the
// record. False and an error for feedback that the client refuses.
template <class Device, class Answer, class Feedback>
bool report(Address client, const Feedback& feedback) {
  ReportId id{};
  Result<Answer> answer = unseal<Answer>(id);
  if (!answer) return Device::failed(answer.error());
  const bool written =
      Device::write(Device::client_at(client).report(answer.value(), feedback, id));
  answer.value().wipe();
  return written;
}

// The same of feedback that is the numbers, which are wiped.
template <class Device, class Answer>
bool report_numbers(Address client) {
  const bool written = report<Device, Answer>(client, numbers());
  wipe(std::span(numbers()));
  return written;
}

}  // namespace ldp::page
