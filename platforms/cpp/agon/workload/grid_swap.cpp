#include "agon/workload/grid_swap.hpp"

#include <algorithm>
#include <ostream>

namespace agon {
namespace {

constexpr std::int64_t largest_side = 1 << 12;  // more cells would not fit into memory

std::uint32_t square(std::int64_t side) { return static_cast<std::uint32_t>(side * side); }

std::vector<std::uint32_t> read(const std::filesystem::path& path, std::uint32_t cells) {
  auto lists = read_integers(path, cells - 1);
  if (lists.size() != 1 || lists.front().empty()) throw UsageError(path.string() + ": must hold one line of cells");
  return std::move(lists.front());
}

}  // namespace

GridSwap::GridSwap(Arguments& arguments)
    : cells_(square(arguments.take_integer("side", 2, largest_side))),
      rounds_(static_cast<std::uint32_t>(arguments.take_integer("rounds", 1, 1 << 30))),
      active_(read(arguments.take_file("input"), cells_)),
      is_active_(cells_),
      table_(arguments.take_directory("samples") / "cells.csv", "iteration,cell,requested,accepted,refused,state") {
  for (const auto cell : active_) is_active_[cell] = true;
  arguments.take_integer("active", 0);  // the input names them
  arguments.take_switch("witness");     // the states are their own
  arguments.take_choice<int>("variant", {{"default", 0}});
}

json::Object GridSwap::report(std::uint64_t iteration, std::vector<Cell> cells) const {
  std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.number_ < b.number_; });
  std::uint64_t requests = 0;
  std::uint64_t swaps = 0;
  table_.add([&](std::ostream& file) {
    for (const auto& cell : cells) {
      requests += cell.requests_;
      swaps += cell.requested_;
      file << iteration << ',' << cell.number_ << ',' << cell.requested_ << ',' << cell.accepted_ << ','
           << cell.refused_ << ',' << cell.state_ << '\n';
    }
  });
  return std::move(json::Object().add("requests", requests).add("swaps", swaps));
}

}  // namespace agon
