// What the pipeline is on any platform: its parameters, its strings, and what a stage does with one.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agon/arguments.hpp"
#include "agon/crc32.hpp"
#include "agon/files.hpp"
#include "agon/harness.hpp"
#include "agon/json.hpp"

namespace agon {

// The strings that a stage has made.
struct Made {
  std::uint64_t strings = 0;
  std::uint64_t characters = 0;
  std::uint32_t crc = 0;  // their sum; with a witness only
};

// The stop message that follows the last task through the stages.
struct Stop {
  Clock::time_point begun;
  std::chrono::nanoseconds elapsed{};  // until the stage that it has passed last had handled it
  std::vector<Made> stages{};
};

struct Pipeline {
  explicit Pipeline(Arguments& arguments);

  // What the driver sends, in order.
  std::vector<std::string> requests() const;

  // The log, if there is one, starts empty with each iteration.
  void clear_log() const;

  // The report of an iteration, from the stop message that has passed the three stages.
  json::Object report(const Stop& stop) const;

  std::int64_t tasks;
  bool log;
  bool witness;
  std::filesystem::path print;
};

// What a stage makes of the tasks that come to it.
class Stage {
 public:
  Stage(const Pipeline& pipeline, std::string_view word);

  // Makes the stage's own string of another, by replacing the first word.
  void make(std::string& text) {
    text.replace(0, text.find(' '), word_);
    ++made_.strings;
    made_.characters += text.size();
    if (witness_) made_.crc += crc32(text);
    if (log_) log_->add(text);
  }

  // Ends with the stop message, which takes along what the stage has to tell.
  void end(Stop& stop);

 private:
  std::string_view word_;
  bool witness_;
  Made made_;
  std::unique_ptr<Lines> log_;
};

}  // namespace agon
