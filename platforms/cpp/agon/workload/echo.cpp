#include "agon/workload/echo.hpp"

#include <algorithm>
#include <ostream>

namespace agon {

Echo::Echo(Arguments& arguments, std::uint32_t requesters, std::uint32_t repliers)
    : requesters_(requesters),
      repliers_(repliers),
      messages_(static_cast<std::uint32_t>(arguments.take_integer("messages", 1, most))),
      clock_(arguments.take_switch("clock")),
      witness_(arguments.take_switch("witness")),
      interval_(arguments.take_integer("interval", 0, std::int64_t{1} << 31)) {
  if (interval_.count() > 0 && !clock_) {
    throw UsageError("interval=" + std::to_string(interval_.count()) + ": needs clock=on");
  }
  const auto samples = arguments.take_directory("samples");
  if (clock_) table_.emplace(samples / "rtt.csv", "iteration,agent,ns");
}

json::Object Echo::report(std::uint64_t iteration, std::vector<Requester> requesters,
                          std::vector<Replier> repliers) const {
  const auto by_number = [](const auto& a, const auto& b) { return a.number() < b.number(); };
  std::sort(requesters.begin(), requesters.end(), by_number);
  std::sort(repliers.begin(), repliers.end(), by_number);
  if (table_) {
    table_->add([&](std::ostream& file) {
      for (const auto& requester : requesters) {
        for (const auto& time : requester.times_) {
          file << iteration << ',' << requester.number_ << ',' << time.count() << '\n';
        }
      }
    });
  }
  std::uint64_t replies = 0;
  std::vector<std::uint32_t> acc;
  for (const auto& requester : requesters) {
    replies += requester.replies_;
    acc.push_back(requester.acc_);
  }
  std::vector<std::uint64_t> handled;
  std::vector<std::uint64_t> sums;
  for (const auto& replier : repliers) {
    handled.push_back(replier.handled_);
    sums.push_back(replier.sum_);
  }
  json::Object report;
  report.add("replies", replies).add("acc", acc).add("handled", handled);
  if (witness_) report.add("witness", sums);
  return report;
}

}  // namespace agon
