// What the chameneos are on any platform: their parameters, colours and report.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "agon/arguments.hpp"
#include "agon/json.hpp"

namespace agon {

struct Chameneos {
  // agon: begin harness
  explicit Chameneos(Arguments& arguments);
  // agon: end

  std::uint32_t creatures;
  std::uint64_t meetings;
  bool witness;
};

enum class Colour : std::uint8_t { blue, red, yellow };

inline constexpr std::array colours{Colour::blue, Colour::red, Colour::yellow};

// The colour with which a creature, counted from 1, starts.
inline Colour first_colour(std::uint32_t creature) { return colours[(creature - 1) % colours.size()]; }

// What both become who meet: the same if they are alike, else the third colour.
inline Colour complement(Colour own, Colour other) {
  // The three numbers, 0 to 2, sum to 3.
  return own == other ? own : colours[3 - static_cast<std::size_t>(own) - static_cast<std::size_t>(other)];
}

// agon: begin witness
// Meetings by own colour and the other's.
using Encounters = std::array<std::array<std::uint64_t, colours.size()>, colours.size()>;
// agon: end

// One creature's own account of its meetings.
struct Diary {
  explicit Diary(std::uint32_t creature) : creature(creature), colour(first_colour(creature)) {}

  // The creature meets another, and both change to the complement.
  void meet(std::uint32_t other, Colour other_colour, bool witness) {
    ++meetings;
    self += other == creature;
    // agon: begin witness
    if (witness) {
      ++encounters[static_cast<std::size_t>(colour)][static_cast<std::size_t>(other_colour)];
    }
    // agon: end
    colour = complement(colour, other_colour);
  }

  std::uint32_t creature;
  Colour colour;
  std::uint64_t meetings = 0;
  std::uint64_t self = 0;
  // agon: begin witness
  Encounters encounters{};  // counted with a witness only
  // agon: end
};

// The diaries of all creatures, as they come in.
class Diaries {
 public:
  explicit Diaries(const Chameneos& parameters);

  // Takes one creature's diary; true when it was the last.
  bool add(const Diary& diary);

  // agon: begin report
  json::Object report() const;
  // agon: end

 private:
  // agon: begin report
  std::vector<Diary> diaries_;
  // agon: end
  std::uint32_t awaited_;
  bool witness_;
};

}  // namespace agon
