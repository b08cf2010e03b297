#include "agon/workload/throughput.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <ostream>
#include <random>
#include <string>

namespace agon {
namespace {

constexpr std::int64_t least_size = 10;
constexpr std::int64_t most_characters = std::int64_t{1} << 28;

constexpr std::size_t huge_page = std::size_t{1} << 21;

// So many bytes in huge pages, where the system has them: of strings far apart each would be in a page of its own, and
// to look for that takes time.
char* block(std::size_t size) {
  const auto whole = (size + huge_page - 1) / huge_page * huge_page;
  auto* const bytes = static_cast<char*>(std::aligned_alloc(huge_page, whole));
  if (bytes == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  madvise(bytes, whole, MADV_HUGEPAGE);
#endif
  return bytes;
}

}  // namespace

Throughput::Throughput(Arguments& arguments)
    : size(static_cast<std::size_t>(arguments.take_integer("size", least_size, most_characters))),
      messages(static_cast<std::uint64_t>(
          arguments.take_integer("messages", 1, most_characters / static_cast<std::int64_t>(size)))),
      msgpack(arguments.take_choice<bool>("serializer", {{"native", false}, {"msgpack", true}})),
      acks(arguments.take_switch("acks")),
      transport(arguments.take_choice<Transport>(
          "transport", {{"inproc", Transport::inproc}, {"ipc", Transport::ipc}, {"tcp", Transport::tcp}})),
      sprint(arguments.take_choice<bool>("protocol", {{"sprint", true}, {"stream", false}})),
      clock(arguments.take_switch("clock")),
      witness(arguments.take_switch("witness")) {
  const auto failing =
      static_cast<std::size_t>(arguments.take_integer("faults", 0, static_cast<std::int64_t>(messages)));
  const auto path = arguments.take_file("input");
  const auto lists = read_integers(path, static_cast<std::uint32_t>(messages - 1));
  if (lists.size() != 1 || lists.front().size() != failing ||
      !std::is_sorted(lists.front().begin(), lists.front().end())) {
    throw UsageError(path.string() + ": must hold one line of " + std::to_string(failing) + " ascending integers");
  }
  faults = lists.front();
  const auto samples = arguments.take_directory("samples");
  if (sprint && !clock) throw UsageError("protocol=sprint needs clock=on");
  if (!faults.empty() && !acks) throw UsageError("faults=" + std::to_string(faults.size()) + " needs acks=on");
  if (clock) table_.emplace(samples / "latency.csv", "iteration,message,ns");
}

Strings::Strings(std::size_t size, std::uint64_t messages)
    : size_(size), characters_(block(size * messages), &std::free) {
  const auto count = size * messages;
  std::mt19937_64 random;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < count; ++i, bits >>= 8) {
    if (i % 8 == 0) bits = random();
    characters_[i] = static_cast<char>(' ' + (bits & 0xFFU) * 95 / 256);
  }
  for (std::uint64_t message = 0; message < messages; ++message) {
    auto number = message;
    for (auto i = least_size; i-- > 0; number /= 10) {
      characters_[message * size_ + static_cast<std::size_t>(i)] = static_cast<char>('0' + number % 10);
    }
  }
}

void Reception::refuse(std::string_view text) const {
  throw std::runtime_error("message " + std::to_string(received_) + " of " + std::to_string(parameters_.size) +
                           " characters is due, received: '" + std::string(text.substr(0, digits)) + "...' of " +
                           std::to_string(text.size()));
}

void Reception::fail() {
  ++failing_;
  throw HandlerError("by the input, the handler fails at this message");
}

Times::Times(const Throughput& parameters) : parameters_(parameters), step_(parameters.sprint ? 1 : Throughput::every) {
  const auto count = parameters.clock ? (parameters.messages - 1) / step_ + 1 : 0;
  begun_.resize(count);
  ended_.resize(count);
}

std::chrono::nanoseconds Times::sum() const {
  std::chrono::nanoseconds sum{};
  for (std::size_t i = 0; i < begun_.size(); ++i) sum += ended_[i] - begun_[i];
  return sum;
}

void Times::write(std::uint64_t iteration) const {
  if (!parameters_.clock) return;
  parameters_.table_->add([&](std::ostream& file) {
    for (std::size_t i = 0; i < begun_.size(); ++i) {
      file << iteration << ',' << i * step_ << ',' << std::chrono::nanoseconds(ended_[i] - begun_[i]).count() << '\n';
    }
  });
}

json::Object report(const Throughput& parameters, const Reception& reception, const Confirmations& confirmations,
                    std::uint32_t crc_sent) {
  json::Object report;
  report.add("received", reception.received()).add("characters", reception.characters());
  if (parameters.acks) {
    report.add("confirmed", confirmations.confirmed).add("unconfirmed", confirmations.unconfirmed);
  }
  if (parameters.witness) report.add("crc_sent", crc_sent).add("crc_received", reception.crc());
  return report;
}

}  // namespace agon
