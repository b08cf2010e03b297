#include "agon/workload/remote.hpp"

#include <charconv>
#include <ostream>
#include <stdexcept>

namespace agon {
namespace {

constexpr std::int64_t digits = 10;
constexpr std::int64_t most_characters = std::int64_t{1} << 28;
constexpr std::uint64_t modulus = 2147483647;
constexpr std::uint64_t multiplier = 48271;

}  // namespace

Line::Line(Arguments& arguments, const std::string& key)
    : size(static_cast<std::size_t>(arguments.take_integer("size", digits, most_characters))),
      count(static_cast<std::uint64_t>(
          arguments.take_integer(key, 1, most_characters / static_cast<std::int64_t>(size)))),
      witness(arguments.take_switch("witness")),
      second(arguments.take_integer("node", 0, 1) == 1),
      listen(arguments.take_text("listen", "127.0.0.1")),
      peer(second ? std::string() : arguments.take_text("peer")) {}

json::Object Line::with_crc(json::Object report, const Strings& strings) const {
  if (witness) {
    std::uint32_t sum = 0;
    for (std::uint64_t number = 0; number < count; ++number) sum += crc32(strings[number]);
    report.add("crc", sum);
  }
  return report;
}

std::uint64_t Tally::handle(std::string_view text) {
  std::uint64_t number = 0;
  const auto* const end = text.data() + digits;
  if (text.size() != line_.size || std::from_chars(text.data(), end, number).ptr != end) {
    throw std::runtime_error("received: a string of " + std::to_string(text.size()) + " characters, or without number");
  }
  ++handled_;
  sum_ += number + 1;
  if (line_.witness) crc_ += crc32(text);
  return number;
}

json::Object Tally::received() {
  return end(json::Object().add("received", handled_).add("characters", handled_ * line_.size));
}

json::Object Tally::answered() { return end(json::Object().add("handled", handled_)); }

json::Object Tally::end(json::Object report) {
  report.add("sum", sum_ % modulus);
  if (line_.witness) report.add("crc", crc_);
  handled_ = sum_ = crc_ = 0;
  return report;
}

std::uint64_t answer(std::uint64_t number) { return multiplier * (number + 1) % modulus; }

Asking::Asking(Arguments& arguments)
    : line(arguments, "asks"),
      outstanding(
          static_cast<std::uint64_t>(arguments.take_integer("outstanding", 1, static_cast<std::int64_t>(line.count)))),
      times_(line.second ? 0 : line.count) {
  const auto samples = arguments.take_directory("samples");
  if (!line.second) table_.emplace(samples / "rtt.csv", "iteration,ask,ns");
}

void Asking::record(std::uint64_t number, std::uint64_t answer, std::chrono::nanoseconds time) {
  times_.at(number) = time;
  sum_ = (sum_ + (number + 1) * answer) % modulus;
  ++answered_;
}

json::Object Asking::end(std::uint64_t index, const Strings& strings) {
  table_->add([&](std::ostream& file) {
    for (std::size_t number = 0; number < times_.size(); ++number) {
      file << index << ',' << number << ',' << times_[number].count() << '\n';
    }
  });
  auto report = line.with_crc(json::Object().add("answers", answered_).add("sum", sum_), strings);
  answered_ = sum_ = 0;
  return report;
}

}  // namespace agon
