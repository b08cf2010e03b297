#include "agon/workload/compute.hpp"

namespace agon {

Compute::Compute(Arguments& arguments)
    : agents_(static_cast<std::uint64_t>(arguments.take_integer("agents", 1, 1 << 24))),
      operations_(static_cast<std::uint64_t>(arguments.take_integer("operations", 1))),
      witness_(arguments.take_switch("witness")) {
  arguments.take_directory("samples");
}

std::vector<Share> Compute::shares() const {
  std::vector<Share> shares;
  for (std::uint64_t number = 1; number <= agents_; ++number) {
    shares.emplace_back(number, operations_ / agents_ + (number <= operations_ % agents_ ? 1 : 0));
  }
  return shares;
}

json::Object Results::report() const {
  json::Object report;
  report.add("xor", xor_);
  if (witness_) report.add("steps", steps_);
  return report;
}

}  // namespace agon
