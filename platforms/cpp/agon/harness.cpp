#include "agon/harness.hpp"

#include <charconv>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>

namespace agon {
namespace {

constexpr std::size_t most_threads = 4096;

void emit(const json::Object& event) {
  // The lab reads along: each line leaves at once.
  std::cout << event.text() << std::endl;
  if (!std::cout) throw std::runtime_error("standard output cannot be written");
}

// How many iterations the next line of standard input asks for; no line asks for none.
std::uint64_t order() {
  std::string line;
  if (!std::getline(std::cin, line)) return 0;
  std::uint64_t count = 0;
  const auto end = line.data() + line.size();
  const auto [rest, error] = std::from_chars(line.data(), end, count);  // takes no sign
  if (error != std::errc() || rest != end) {
    throw std::runtime_error("standard input: '" + line + "' is no number of iterations");
  }
  return count;
}

// Does the work so many times, with the iterations' numbers from 0. With `iterations` 0 each line of standard input
// is how many times more, until one is 0 or there are no more.
void repeat(std::uint64_t iterations, const std::function<void(std::uint64_t)>& work) {
  const bool on_request = iterations == 0;
  std::uint64_t more = iterations;
  for (std::uint64_t index = 0;; ++index) {
    if (more == 0 && on_request) more = order();
    if (more == 0) return;
    --more;
    work(index);
  }
}

const Prepare& find(const Platform& platform, const std::string& name) {
  const auto found = platform.workloads.find(name);
  if (found != platform.workloads.end()) return found->second;
  std::string known;
  for (const auto& entry : platform.workloads) known += (known.empty() ? "" : ", ") + entry.first;
  throw UsageError("unknown workload '" + name + "': one of " + known);
}

void run(const std::vector<std::string>& words, const Platform& platform) {
  if (words.empty()) throw UsageError("no workload given: start as WORKLOAD key=value ...");
  const auto& prepare = find(platform, words.front());
  Arguments arguments({words.begin() + 1, words.end()});
  const auto threads = static_cast<std::size_t>(arguments.take_integer("threads", 1, most_threads));
  const auto iterations = static_cast<std::uint64_t>(arguments.take_integer("iterations", 0));
  arguments.take_integer("seed", 0);  // the workloads so far draw nothing themselves
  const auto workload = prepare(arguments, threads);
  arguments.finish();
  if (const auto place = workload->place(); !place.empty()) {
    emit(json::Object().add("event", "ready").add("at", place));
    std::string ignored;
    while (std::getline(std::cin, ignored)) {
    }
    std::_Exit(0);
  }
  emit(json::Object().add("event", "ready"));
  repeat(iterations, [&](std::uint64_t index) {
    const auto done = workload->iterate(index);
    emit(json::Object()
             .add("event", "iteration")
             .add("index", index)
             .add("elapsed_ns", done.elapsed.count())
             .add("report", done.report));
  });
}

}  // namespace

void report(std::uint64_t index, const json::Object& report) {
  emit(json::Object().add("event", "iteration").add("index", index).add("report", report));
}

int run(int argc, char** argv, const Platform& platform) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words == std::vector<std::string>{"--version"}) {
    std::cout << platform.version << '\n';
    return 0;
  }
  try {
    run(words, platform);
    return 0;
  } catch (const UsageError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}

}  // namespace agon
