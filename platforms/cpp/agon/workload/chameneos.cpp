#include "agon/workload/chameneos.hpp"

namespace agon {
namespace {

// agon: begin harness
constexpr std::int64_t most_creatures = 1 << 24;  // more would not fit into memory
// agon: end

// agon: begin report
std::string_view name(Colour colour) {
  constexpr std::array<std::string_view, colours.size()> names{"blue", "red", "yellow"};
  return names[static_cast<std::size_t>(colour)];
}
// agon: end

// agon: begin report
using Names = std::vector<std::string_view>;
// agon: end

// agon: begin report
std::vector<Names> complements() {
  std::vector<Names> rows;
  for (const auto own : colours) {
    auto& row = rows.emplace_back();
    for (const auto other : colours) row.push_back(name(complement(own, other)));
  }
  return rows;
}
// agon: end

}  // namespace

// agon: begin harness
Chameneos::Chameneos(Arguments& arguments)
    // A single creature would wait for its partner for ever.
    : creatures(static_cast<std::uint32_t>(arguments.take_integer("creatures", 2, most_creatures))),
      meetings(static_cast<std::uint64_t>(arguments.take_integer("meetings", 0))),
      witness(arguments.take_switch("witness")) {
  arguments.take_choice<int>("variant", {{"default", 0}});
  arguments.take_directory("samples");
}
// agon: end

Diaries::Diaries(const Chameneos& parameters) : awaited_(parameters.creatures), witness_(parameters.witness) {
  // agon: begin report
  for (std::uint32_t creature = 1; creature <= parameters.creatures; ++creature) {
    diaries_.emplace_back(creature);
  }
  // agon: end
}

bool Diaries::add(const Diary& diary) {
  // agon: begin report
  diaries_[diary.creature - 1] = diary;
  // agon: end
  return --awaited_ == 0;
}

// agon: begin report
json::Object Diaries::report() const {
  Names initial;
  Names last;
  std::vector<std::uint64_t> meetings;
  std::vector<std::uint64_t> self;
  Encounters sum{};
  for (const auto& diary : diaries_) {
    initial.push_back(name(first_colour(diary.creature)));
    last.push_back(name(diary.colour));
    meetings.push_back(diary.meetings);
    self.push_back(diary.self);
    for (std::size_t own = 0; own < colours.size(); ++own) {
      for (std::size_t other = 0; other < colours.size(); ++other) {
        sum[own][other] += diary.encounters[own][other];
      }
    }
  }
  json::Object report;
  report.add("complements", complements())
      .add("initial", initial)
      .add("final", last)
      .add("meetings", meetings)
      .add("self", self);
  if (witness_) report.add("witness", sum);
  return report;
}
// agon: end

}  // namespace agon
