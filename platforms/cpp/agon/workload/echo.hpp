// What echo-all and mass-reception are on any platform: their parameters, what those know who ask and those who reply,
// and the report.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agon/arguments.hpp"
#include "agon/files.hpp"
#include "agon/harness.hpp"
#include "agon/json.hpp"

namespace agon {

class Requester;
class Replier;

class Echo {
 public:
  // Takes the arguments of echo-all. The variant, one of `variants`, is for the platform.
  template <class Variant>
  static Echo all(Arguments& arguments, Variant& variant,
                  const std::vector<std::pair<std::string, Variant>>& variants) {
    const auto agents = static_cast<std::uint32_t>(arguments.take_integer("agents", 2, most));
    variant = arguments.take_choice("variant", variants);
    return Echo(arguments, agents, agents);
  }

  // Takes the arguments of mass-reception.
  template <class Variant>
  static Echo mass(Arguments& arguments, Variant& variant,
                   const std::vector<std::pair<std::string, Variant>>& variants) {
    const auto senders = static_cast<std::uint32_t>(arguments.take_integer("senders", 1, most));
    const auto receivers = static_cast<std::uint32_t>(arguments.take_integer("receivers", 1, senders));
    variant = arguments.take_choice("variant", variants);
    return Echo(arguments, senders, receivers);
  }

  std::uint32_t requesters() const { return requesters_; }
  std::uint32_t repliers() const { return repliers_; }

  // Writes the round trips of an iteration, and reports. Both may come in any order.
  json::Object report(std::uint64_t iteration, std::vector<Requester> requesters, std::vector<Replier> repliers) const;

 private:
  friend class Requester;
  friend class Replier;

  static constexpr std::int64_t most = 1 << 24;  // more would not fit into memory

  Echo(Arguments& arguments, std::uint32_t requesters, std::uint32_t repliers);

  std::uint32_t requesters_;
  std::uint32_t repliers_;
  std::uint32_t messages_;
  bool clock_;
  bool witness_;
  // In an open loop when each request of each requester is due, in microseconds; else none.
  std::shared_ptr<const std::vector<std::vector<std::uint32_t>>> schedule_;
  std::optional<Table> table_;
};

inline constexpr std::uint64_t echo_modulus = 2147483647;

// What a requester knows of its requests.
class Requester {
 public:
  Requester() = default;

  Requester(const Echo& echo, std::uint32_t number)
      : number_(number),
        messages_(echo.messages_),
        clock_(echo.clock_),
        schedule_(echo.schedule_),
        times_(echo.clock_ ? echo.messages_ : 0) {}

  std::uint32_t number() const { return number_; }

  // The number of the next request: so many replies have come.
  std::uint32_t next() const { return replies_; }

  bool done() const { return replies_ == messages_; }

  // It may begin, in an iteration whose clock began then.
  void begin(Clock::time_point begun) {
    begun_ = begun;
    since_ = schedule_ ? due() : begun;
  }

  // How long it has to wait before the next request.
  std::chrono::nanoseconds wait() const {
    if (!schedule_) return {};
    return std::max<std::chrono::nanoseconds>(since_ - Clock::now(), std::chrono::nanoseconds::zero());
  }

  // The reply to the request under way has come.
  void record(std::uint32_t replier) {
    acc_ = static_cast<std::uint32_t>((std::uint64_t{acc_} * 31 + replier) % echo_modulus);
    if (clock_) {
      const auto now = Clock::now();
      times_[replies_++] = now - since_;
      since_ = schedule_ ? due() : now;
    } else {
      ++replies_;
    }
  }

 private:
  // When the next request is due, of those that there are.
  Clock::time_point due() const {
    return begun_ + std::chrono::microseconds((*schedule_)[number_][std::min(replies_, messages_ - 1)]);
  }

  friend class Echo;

  std::uint32_t number_ = 0;
  std::uint32_t messages_ = 0;
  std::uint32_t replies_ = 0;
  std::uint32_t acc_ = 0;
  bool clock_ = false;
  std::shared_ptr<const std::vector<std::vector<std::uint32_t>>> schedule_;
  Clock::time_point begun_;
  Clock::time_point since_;  // when the request under way, or the next, could be sent or was due
  std::vector<std::chrono::nanoseconds> times_;
};

// What a replier knows of the requests that it has answered.
class Replier {
 public:
  Replier() = default;

  Replier(const Echo& echo, std::uint32_t number)
      : number_(number), messages_(echo.messages_), witness_(echo.witness_) {}

  std::uint32_t number() const { return number_; }

  void answer(std::uint32_t requester, std::uint32_t number) {
    ++handled_;
    if (witness_) sum_ = (sum_ + std::uint64_t{requester} * messages_ + number) % echo_modulus;
  }

 private:
  friend class Echo;

  std::uint32_t number_ = 0;
  std::uint32_t messages_ = 0;
  std::uint64_t handled_ = 0;
  std::uint64_t sum_ = 0;  // of the requests, each as a number of its own
  bool witness_ = false;
};

// Whom an agent asks next in echo-all: each after the other, round the circle, never itself.
class Circle {
 public:
  Circle(std::uint32_t own, std::uint32_t agents) : own_(own), agents_(agents), last_(own) {}

  std::uint32_t next() {
    last_ = after(last_);
    if (last_ == own_) last_ = after(last_);
    return last_;
  }

 private:
  std::uint32_t after(std::uint32_t number) const { return number + 1 == agents_ ? 0 : number + 1; }

  std::uint32_t own_;
  std::uint32_t agents_;
  std::uint32_t last_;
};

}  // namespace agon
