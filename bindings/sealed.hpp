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

// The sealed decision gets fresh noise for an answer; all else stays. Leaves it where choose does.
// False and an error without secure randomness, or for a decision of another client.
template <class Answer, class Client, class Record>
bool redraw(const Client& client, Record& record) {
  ReportId id{};
  Result<Answer> answer = unseal<Answer>(id);
  const Status status = answer ? client.redraw(answer.value(), *pool()) : answer.error();
  if (!status) {
    record.head.set_draw_error(status.error());
    return false;
  }
  record.sealed = seal(id, answer.value());
  answer.value().wipe();
  return true;
}

}  // namespace ldp::page
