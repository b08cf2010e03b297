#include "agon/harness.hpp"

#include <exception>
#include <iostream>

namespace agon {
namespace {

constexpr std::size_t most_threads = 4096;

void emit(const json::Object& event) {
  // The lab reads along: each line leaves at once.
  std::cout << event.text() << std::endl;
  if (!std::cout) throw std::runtime_error("standard output cannot be written");
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
  const auto iterations = static_cast<std::uint64_t>(arguments.take_integer("iterations", 1));
  arguments.take_integer("seed", 0);  // the workloads so far draw nothing themselves
  const auto workload = prepare(arguments, threads);
  arguments.finish();
  emit(json::Object().add("event", "ready"));
  for (std::uint64_t index = 0; index < iterations; ++index) {
    const auto done = workload->iterate(index);
    emit(json::Object()
             .add("event", "iteration")
             .add("index", index)
             .add("elapsed_ns", done.elapsed.count())
             .add("report", done.report));
  }
}

}  // namespace

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
