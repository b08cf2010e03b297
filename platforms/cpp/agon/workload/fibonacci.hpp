// What the Fibonacci service is on any platform: its parameters, input, arithmetic and report.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "agon/arguments.hpp"
#include "agon/files.hpp"
#include "agon/json.hpp"

namespace agon {

// The plain doubly recursive definition, every call of it.
std::uint64_t fib(std::uint32_t n);

// One answer, as it is reported to the manager.
struct Point {
  std::uint32_t client;
  std::uint32_t n;
  std::uint64_t value;
  std::chrono::nanoseconds elapsed;
};

class Fibonacci {
 public:
  // agon: begin harness
  // Reads the input and begins the file of points. The variants are the platform's own.
  explicit Fibonacci(Arguments& arguments);
  // agon: end

  // What each client asks for, in order.
  const std::vector<std::vector<std::uint32_t>>& requests() const { return requests_; }

  // The number of answers of one iteration.
  std::size_t answers() const;

  // agon: begin report
  // Writes one iteration's points, in the order in which they were reported to the manager, and reports their number.
  json::Object report(std::uint64_t iteration, const std::vector<Point>& points) const;
  // agon: end

 private:
  std::vector<std::vector<std::uint32_t>> requests_;
  // agon: begin report
  std::optional<Table> points_;
  // agon: end
};

}  // namespace agon
