// What the throughput is on any platform: its parameters, strings, handler, times and report.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "agon/arguments.hpp"
#include "agon/crc32.hpp"
#include "agon/files.hpp"
#include "agon/harness.hpp"
#include "agon/json.hpp"

namespace agon {

enum class Transport { inproc, ipc, tcp };

// The receiver's handler fails at this message.
struct HandlerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Throughput {
 public:
  // Reads the input and begins the file of times. The variants are the platform's own.
  explicit Throughput(Arguments& arguments);

  // In a stream, messages whose number is a multiple of it are timed.
  static constexpr std::uint64_t every = 64;

  bool timed(std::uint64_t message) const { return clock && (sprint || message % every == 0); }

  std::size_t size;
  std::uint64_t messages;
  bool msgpack;
  bool acks;
  Transport transport;
  bool sprint;
  bool clock;
  bool witness;
  std::vector<std::uint32_t> faults;  // ascending

 private:
  friend class Times;
  std::optional<Table> table_;
};

// All strings that are sent, made once and never changed.
class Strings {
 public:
  explicit Strings(const Throughput& parameters) : Strings(parameters.size, parameters.messages) {}
  Strings(std::size_t size, std::uint64_t messages);

  std::string_view operator[](std::uint64_t message) const { return {characters_.get() + message * size_, size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<char[], void (*)(void*)> characters_;
};

// The receiver's handler.
class Reception {
 public:
  explicit Reception(const Throughput& parameters) : parameters_(parameters), failing_(parameters.faults.begin()) {}

  // Throws HandlerError where the handler fails, and another runtime_error at a message that is not the next one.
  void handle(std::string_view text) {
    if (text.size() != parameters_.size || number_of(text) != received_) refuse(text);
    const auto number = received_++;
    characters_ += text.size();
    if (parameters_.witness) crc_ += crc32(text);
    if (failing_ != parameters_.faults.end() && *failing_ == number) fail();
  }

  std::uint64_t received() const { return received_; }
  std::uint64_t characters() const { return characters_; }
  std::uint32_t crc() const { return crc_; }

 private:
  static constexpr std::size_t digits = 10;

  static std::uint64_t number_of(std::string_view text) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const auto digit = static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) - '0';
      if (digit > 9) return ~std::uint64_t{0};
      number = number * 10 + digit;
    }
    return number;
  }

  [[noreturn]] void refuse(std::string_view text) const;
  [[noreturn]] void fail();

  const Throughput& parameters_;
  std::vector<std::uint32_t>::const_iterator failing_;
  std::uint64_t received_ = 0;
  std::uint64_t characters_ = 0;
  std::uint32_t crc_ = 0;  // the sum; with a witness only
};

// The outcomes of the sender's messages.
struct Confirmations {
  std::uint64_t confirmed = 0;
  std::vector<std::uint64_t> unconfirmed{};
};

// When the messages that are timed were sent and handled. Sender and receiver write different parts of it.
class Times {
 public:
  explicit Times(const Throughput& parameters);

  void sent(std::uint64_t message, Clock::time_point at) { begun_[index(message)] = at; }
  void handled(std::uint64_t message, Clock::time_point at) { ended_[index(message)] = at; }

  // What the messages took, all together.
  std::chrono::nanoseconds sum() const;

  // Adds the iteration to the file.
  void write(std::uint64_t iteration) const;

 private:
  std::size_t index(std::uint64_t message) const { return message / step_; }

  const Throughput& parameters_;
  std::uint64_t step_;
  std::vector<Clock::time_point> begun_;
  std::vector<Clock::time_point> ended_;
};

// The report of an iteration; `crc_sent` is the sum over what was sent.
json::Object report(const Throughput& parameters, const Reception& reception, const Confirmations& confirmations,
                    std::uint32_t crc_sent);

}  // namespace agon
