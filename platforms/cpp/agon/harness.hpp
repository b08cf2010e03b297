// What all C++ platforms share: the protocol between the lab and a program.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "agon/arguments.hpp"
#include "agon/json.hpp"

namespace agon {

// The clock of all measurements.
using Clock = std::chrono::steady_clock;

// What one iteration took, and the report of its work.
struct Iteration {
  std::chrono::nanoseconds elapsed;
  json::Object report;
};

// A workload whose runtime is up and whose input is read. Its end is the runtime's.
class Workload {
 public:
  virtual ~Workload() = default;

  // Does the work once, with new actors, which are gone when it returns.
  virtual Iteration iterate(std::uint64_t index) = 0;

  // Node 1 of two begins to serve: where it listens, in words of the platform's own; empty at node 0, and where there
  // is but one. Node 1 does no iterations, and calls `report` after each. When standard input is closed the program
  // ends, whatever its threads do.
  virtual std::string place() { return {}; }
};

// What node 1 reports of an iteration.
void report(std::uint64_t index, const json::Object& report);

// Takes the workload's own arguments, with variant, samples and witness among them, and gets it ready to run on so
// many threads.
using Prepare = std::function<std::unique_ptr<Workload>(Arguments&, std::size_t threads)>;

struct Platform {
  // What --version prints.
  std::string version;
  std::map<std::string, Prepare> workloads;
};

// Runs the workload that the command line names; returns the program's exit status.
int run(int argc, char** argv, const Platform& platform);

}  // namespace agon
