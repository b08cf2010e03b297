// What computing is on any platform: its parameters, an agent's steps, and the report.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "agon/arguments.hpp"
#include "agon/json.hpp"

namespace agon {

// The steps of one agent.
class Share {
 public:
  Share(std::uint64_t number, std::uint64_t steps) : number_(number), x_(number), steps_(steps) {}

  // Takes all the steps, one after the other. The quotient by the power of two counts as much as the remainder. What is
  // left is below twice the modulus, and the next step takes it as it is.
  void compute() {
    auto x = x_;
    while (taken_ < steps_) {
      const auto product = x * 48271;
      x = (product & modulus) + (product >> bits);
      ++taken_;
    }
    x_ = x % modulus;
  }

 private:
  friend class Results;

  static constexpr int bits = 31;
  static constexpr std::uint64_t modulus = (std::uint64_t{1} << bits) - 1;

  std::uint64_t number_;
  std::uint64_t x_;
  std::uint64_t steps_;
  std::uint64_t taken_ = 0;
};

class Compute {
 public:
  // The variant, one of `variants`, is for the platform.
  template <class Variant>
  Compute(Arguments& arguments, Variant& variant, const std::vector<std::pair<std::string, Variant>>& variants)
      : Compute(arguments) {
    variant = arguments.take_choice("variant", variants);
  }

  bool witness() const { return witness_; }

  // What each agent has to do, agent 1 first.
  std::vector<Share> shares() const;

 private:
  explicit Compute(Arguments& arguments);

  std::uint64_t agents_;
  std::uint64_t operations_;
  bool witness_;
};

// The results that the controller has received.
class Results {
 public:
  Results(std::size_t agents, bool witness) : missing_(agents), witness_(witness), steps_(agents) {}

  // An agent has done its share; true if it was the last.
  bool add(const Share& share) {
    xor_ ^= share.x_;
    steps_[share.number_ - 1] = share.taken_;
    return --missing_ == 0;
  }

  json::Object report() const;

 private:
  std::size_t missing_;
  bool witness_;
  std::uint64_t xor_ = 0;
  std::vector<std::uint64_t> steps_;
};

}  // namespace agon
