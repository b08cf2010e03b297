#include "agon/workload/fibonacci.hpp"

#include <ostream>

namespace agon {
namespace {

// agon: begin harness
constexpr std::int64_t largest_n = 93;  // the last whose Fibonacci number fits into 64 bits
constexpr std::int64_t most = 1 << 24;  // of clients and requests: more would not fit into memory
// agon: end

// agon: begin harness
std::vector<std::vector<std::uint32_t>> read(const std::filesystem::path& path, std::size_t clients,
                                             std::size_t requests, std::uint32_t max_n) {
  auto lists = read_integers(path, max_n);
  for (std::size_t client = 0; client < lists.size(); ++client) {
    if (lists[client].size() != requests) {
      throw UsageError(path.string() + ":" + std::to_string(client + 1) + ": must hold " + std::to_string(requests) +
                       " integers, holds " + std::to_string(lists[client].size()));
    }
  }
  if (lists.size() != clients) {
    throw UsageError(path.string() + ": must hold " + std::to_string(clients) + " lines, holds " +
                     std::to_string(lists.size()));
  }
  return lists;
}
// agon: end

}  // namespace

std::uint64_t fib(std::uint32_t n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

// agon: begin harness
Fibonacci::Fibonacci(Arguments& arguments) {
  const auto clients = static_cast<std::size_t>(arguments.take_integer("clients", 1, most));
  const auto requests = static_cast<std::size_t>(arguments.take_integer("requests", 1, most));
  const auto max_n = static_cast<std::uint32_t>(arguments.take_integer("max_n", 0, largest_n));
  arguments.take_switch("witness");  // each answer is its own
  requests_ = read(arguments.take_file("input"), clients, requests, max_n);
  points_.emplace(arguments.take_directory("samples") / "points.csv", "iteration,client,n,value,ns");
}
// agon: end

std::size_t Fibonacci::answers() const { return requests_.size() * requests_.front().size(); }

// agon: begin report
json::Object Fibonacci::report(std::uint64_t iteration, const std::vector<Point>& points) const {
  points_->add([&](std::ostream& file) {
    for (const auto& point : points) {
      file << iteration << ',' << point.client << ',' << point.n << ',' << point.value << ',' << point.elapsed.count()
           << '\n';
    }
  });
  return std::move(json::Object().add("answers", points.size()));
}
// agon: end

}  // namespace agon
