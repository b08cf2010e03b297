// What the token ring is on any platform: its parameters, arithmetic and report.
#pragma once

#include <cstdint>
#include <vector>

#include "agon/arguments.hpp"
#include "agon/json.hpp"

namespace agon {

struct TokenRing {
  // agon: begin harness
  explicit TokenRing(Arguments& arguments);
  // agon: end

  // The worker, counted from 1, at which a token, counted from 1, starts.
  std::uint32_t start(std::uint32_t token) const;

  std::uint32_t workers;
  std::uint32_t tokens;
  std::uint64_t passes;
  bool witness;
};

// agon: begin witness
// What the token carries as proof of the way it went.
inline std::uint64_t pass_on(std::uint64_t acc, std::uint32_t worker) { return (acc * 31 + worker) % 2147483647; }
// agon: end

// Where the tokens ended, as reported to the counter.
class TokenEnds {
 public:
  explicit TokenEnds(const TokenRing& ring);

  // Takes one token's end; true when it was the last.
  bool add(std::uint32_t token, std::uint32_t worker, std::uint64_t acc);

  // agon: begin report
  json::Object report() const;
  // agon: end

 private:
  // agon: begin report
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint64_t> witness_;
  // agon: end
  std::uint32_t awaited_;
};

}  // namespace agon
