#include "agon/workload/echo.hpp"

#include <algorithm>
#include <limits>
#include <ostream>

namespace agon {

Echo::Echo(Arguments& arguments, std::uint32_t requesters, std::uint32_t repliers)
    : requesters_(requesters),
      repliers_(repliers),
      messages_(static_cast<std::uint32_t>(arguments.take_integer("messages", 1, most))),
      clock_(arguments.take_switch("clock")),
      witness_(arguments.take_switch("witness")) {
  const auto rate = arguments.take_integer("rate", 0);
  arguments.take_choice<int>("arrivals", {{"constant", 0}, {"poisson", 1}});
  const auto input = arguments.take_file("input");
  if (rate > 0) {
    if (!clock_) throw UsageError("rate=" + std::to_string(rate) + ": needs clock=on");
    auto due = read_integers(input, std::numeric_limits<std::int32_t>::max());
    const auto all = [this](const auto& line) { return line.size() == messages_; };
    if (due.size() != requesters_ || !std::all_of(due.begin(), due.end(), all)) {
      throw UsageError(input.string() + ": must hold " + std::to_string(requesters_) + " lines of " +
                       std::to_string(messages_) + " times");
    }
    schedule_ = std::make_shared<const std::vector<std::vector<std::uint32_t>>>(std::move(due));
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
