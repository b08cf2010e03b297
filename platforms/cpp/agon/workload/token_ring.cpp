#include "agon/workload/token_ring.hpp"

#include <algorithm>

namespace agon {
namespace {

// agon: begin harness
constexpr std::int64_t most = 1 << 24;  // of workers and tokens: more would not fit into memory
// agon: end

}  // namespace

// agon: begin harness
TokenRing::TokenRing(Arguments& arguments)
    : workers(static_cast<std::uint32_t>(arguments.take_integer("workers", 1, most))),
      tokens(static_cast<std::uint32_t>(arguments.take_integer("tokens", 1, most))),
      passes(static_cast<std::uint64_t>(arguments.take_integer("passes", 0))),
      witness(arguments.take_switch("witness")) {
  arguments.take_choice<int>("variant", {{"default", 0}});
  arguments.take_directory("samples");
}
// agon: end

std::uint32_t TokenRing::start(std::uint32_t token) const {
  // max(1, floor(token * workers / tokens + 1/2)) in integers
  const std::uint64_t rounded = (2ULL * token * workers + tokens) / (2ULL * tokens);
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, rounded));
}

TokenEnds::TokenEnds(const TokenRing& ring)
    : ends_(ring.tokens), witness_(ring.witness ? ring.tokens : 0), awaited_(ring.tokens) {}

bool TokenEnds::add(std::uint32_t token, std::uint32_t worker, std::uint64_t acc) {
  // agon: begin report
  ends_[token - 1] = worker;
  if (!witness_.empty()) witness_[token - 1] = acc;
  // agon: end
  return --awaited_ == 0;
}

// agon: begin report
json::Object TokenEnds::report() const {
  json::Object report;
  report.add("ends", ends_);
  if (!witness_.empty()) report.add("witness", witness_);
  return report;
}
// agon: end

}  // namespace agon
