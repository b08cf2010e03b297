// What the service rounds are on any platform: their parameters, data and printing.
#pragma once

#include <cstdint>
#include <filesystem>

#include "agon/arguments.hpp"
#include "agon/files.hpp"
#include "agon/json.hpp"

namespace agon {

struct ServiceRounds {
  explicit ServiceRounds(Arguments& arguments);

  std::uint64_t rounds;
  bool witness;
  std::filesystem::path print;
};

// The numbers of the four, for the witness.
enum class Party : std::uint64_t { client = 1, coordinator = 2, retriever = 3, printer = 4 };

// What a message carries as proof of the way it went, once another has handled it.
inline std::uint64_t handled_by(Party party, std::uint64_t acc) {
  return (acc * 31 + static_cast<std::uint64_t>(party)) % 2147483647;
}

// The datum of a round.
inline std::uint64_t datum(std::uint64_t round) { return round * 7919 % 1000003; }

// Prints a line a round; with the last one the file is complete.
class Printer {
 public:
  explicit Printer(const ServiceRounds& parameters);

  void print(std::uint64_t round, std::uint64_t datum);

 private:
  std::uint64_t last_;
  Lines lines_;
};

// The answers that the client has received.
struct Answers {
  std::uint64_t handled = 0;
  std::uint64_t sum = 0;
  std::uint64_t acc = 0;

  json::Object report(bool witness) const;
};

}  // namespace agon
