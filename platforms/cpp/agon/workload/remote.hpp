// What remote-throughput and remote-ask are on any platform: parameters, and what each node counts.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agon/arguments.hpp"
#include "agon/files.hpp"
#include "agon/json.hpp"
#include "agon/workload/throughput.hpp"

namespace agon {

// What goes from node 0 to node 1 in an iteration.
struct Line {
  // `key` is the argument that gives the number of strings.
  Line(Arguments& arguments, const std::string& key);

  // What node 0 reports besides, of the strings that it has sent.
  json::Object with_crc(json::Object report, const Strings& strings) const;

  std::size_t size;
  std::uint64_t count;
  bool witness;
  bool second;         // node 1
  std::string listen;  // the address of this node
  std::string peer;    // at node 0: where node 1 listens
};

// What node 1 counts of an iteration, and of the next ones.
class Tally {
 public:
  explicit Tally(const Line& line) : line_(line) {}

  // Handles a string: its number. Throws runtime_error at one of another length, or without a number.
  std::uint64_t handle(std::string_view text);

  bool complete() const { return handled_ == line_.count; }

  // The report of remote-throughput, or of remote-ask; the next iteration begins.
  json::Object received();
  json::Object answered();

 private:
  json::Object end(json::Object report);

  const Line& line_;
  std::uint64_t handled_ = 0;
  std::uint64_t sum_ = 0;
  std::uint32_t crc_ = 0;
};

// The answer to the question of a number.
std::uint64_t answer(std::uint64_t number);

// What node 0 of remote-ask knows.
class Asking {
 public:
  explicit Asking(Arguments& arguments);

  // The answer to the question of a number has come, after a time.
  void record(std::uint64_t number, std::uint64_t answer, std::chrono::nanoseconds time);

  // Writes the times of an iteration and reports it; the next one begins.
  json::Object end(std::uint64_t index, const Strings& strings);

  Line line;
  std::uint64_t outstanding;

 private:
  std::optional<Table> table_;
  std::vector<std::chrono::nanoseconds> times_;
  std::uint64_t answered_ = 0;
  std::uint64_t sum_ = 0;
};

}  // namespace agon
