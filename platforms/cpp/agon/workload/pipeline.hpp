// What the pipeline is on any platform: its parameters, its strings, and what a stage does with one.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
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

// Whether the stages print: to a file through a buffer, or to a terminal line by line.
enum class Log { off, on, console };

struct Pipeline {
  explicit Pipeline(Arguments& arguments);

  // What the driver sends as that task.
  std::string request(std::int64_t task) const;

  // The log, if there is one, starts empty with each iteration.
  void clear_log() const;

  // The report of an iteration, from the stop message that has passed the three stages.
  json::Object report(const Stop& stop) const;

  std::int64_t tasks;
  Log log;
  bool regex;   // whether a stage replaces what a regular expression finds; else it cuts at the first blank
  bool inside;  // whether the driver makes its strings as it sends them
  bool witness;
  std::filesystem::path print;
};

// The driver's strings, in order: made with this, or each as it is taken.
class Requests {
 public:
  explicit Requests(const Pipeline& pipeline);

  bool any() const { return next_ < pipeline_.tasks; }
  std::string take() {
    const auto task = next_++;
    return made_.empty() ? pipeline_.request(task) : std::move(made_[static_cast<std::size_t>(task)]);
  }

 private:
  const Pipeline& pipeline_;
  std::int64_t next_ = 0;
  std::vector<std::string> made_;
};

// What a stage makes of the tasks that come to it. The words end in a blank.
class Stage {
 public:
  Stage(const Pipeline& pipeline, std::string_view before, std::string_view word);

  // Makes the stage's own string of another, with its word in the place of the one before.
  void make(std::string& text) {
    if (regex_) {
      replace_first(text);
    } else {
      text.replace(0, text.find(' ') + 1, word_);
    }
    ++made_.strings;
    made_.characters += text.size();
    if (witness_) made_.crc += crc32(text);
    if (log_) log_->add(text);
    if (console_) log_->flush();
  }

  // Ends with the stop message, which takes along what the stage has to report.
  void end(Stop& stop);

 private:
  // The pattern is compiled at each call, as the source's Java does.
  void replace_first(std::string& text) const;

  std::string before_;
  std::string word_;
  bool regex_;
  bool console_;
  bool witness_;
  Made made_;
  std::unique_ptr<Lines> log_;
};

}  // namespace agon
