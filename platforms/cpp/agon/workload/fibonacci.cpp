#include "agon/workload/fibonacci.hpp"

#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace agon {
namespace {

constexpr std::int64_t largest_n = 93;  // the last whose Fibonacci number fits into 64 bits
constexpr std::int64_t most = 1 << 24;  // of clients and requests: more would not fit into memory

std::uint32_t parse(const std::string& word, std::uint32_t max_n, const std::string& where) {
  std::uint32_t n = 0;
  const auto end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, n);
  if (error != std::errc() || rest != end || n > max_n) {
    throw UsageError(where + ": '" + word + "' is no integer from 0 to " + std::to_string(max_n));
  }
  return n;
}

std::vector<std::vector<std::uint32_t>> read(const std::filesystem::path& path, std::size_t clients,
                                             std::size_t requests, std::uint32_t max_n) {
  std::ifstream file(path);
  std::vector<std::vector<std::uint32_t>> lists;
  for (std::string line; std::getline(file, line);) {
    auto& list = lists.emplace_back();
    const auto where = path.string() + ":" + std::to_string(lists.size());
    std::istringstream words(line);
    for (std::string word; words >> word;) list.push_back(parse(word, max_n, where));
    if (list.size() != requests) {
      throw UsageError(where + ": must hold " + std::to_string(requests) + " integers, holds " +
                       std::to_string(list.size()));
    }
  }
  if (lists.size() != clients) {
    throw UsageError(path.string() + ": must hold " + std::to_string(clients) + " lines, holds " +
                     std::to_string(lists.size()));
  }
  return lists;
}

}  // namespace

std::uint64_t fib(std::uint32_t n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

Fibonacci::Fibonacci(Arguments& arguments) {
  const auto clients = static_cast<std::size_t>(arguments.take_integer("clients", 1, most));
  const auto requests = static_cast<std::size_t>(arguments.take_integer("requests", 1, most));
  const auto max_n = static_cast<std::uint32_t>(arguments.take_integer("max_n", 0, largest_n));
  arguments.take_witness();  // each answer is its own
  points_ = arguments.take_directory("samples") / "points.csv";
  requests_ = read(arguments.take_file("input"), clients, requests, max_n);
  std::ofstream file(points_);
  if (!(file << "iteration,client,n,value,ns\n" << std::flush)) {
    throw UsageError(points_.string() + " cannot be written");
  }
}

std::size_t Fibonacci::answers() const { return requests_.size() * requests_.front().size(); }

json::Object Fibonacci::report(std::uint64_t iteration, const std::vector<Point>& points) const {
  std::ofstream file(points_, std::ios::app);
  for (const auto& point : points) {
    file << iteration << ',' << point.client << ',' << point.n << ',' << point.value << ',' << point.elapsed.count()
         << '\n';
  }
  if (!file.flush()) throw std::runtime_error(points_.string() + " cannot be written");
  return std::move(json::Object().add("answers", points.size()));
}

}  // namespace agon
