// Strings from one actor to another, which gives the sender credit for more, or confirms each.
#include "agon/workload/throughput.hpp"

#include <caf/all.hpp>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agon/workload/msgpack.hpp"
#include "runtime.hpp"
#include "workloads.hpp"

// The strings outlive the messages, and never leave the process.
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::string_view)

namespace agon {
namespace {

// As many messages of a stream are under way at most; for every half of them the receiver gives the sender credit.
constexpr std::uint64_t under_way = 128;
constexpr std::uint64_t credit = under_way / 2;

constexpr std::chrono::milliseconds pause{1};

using Credit = caf::atom_constant<caf::atom("credit")>;
using Next = caf::atom_constant<caf::atom("next")>;
using Begin = caf::atom_constant<caf::atom("begin")>;
using Handled = caf::atom_constant<caf::atom("handled")>;
using Failed = caf::atom_constant<caf::atom("failed")>;
using Ended = caf::atom_constant<caf::atom("ended")>;

// What both actors write, each its own part, and who plays them reads in the end.
struct Board {
  explicit Board(const Throughput& parameters) : reception(parameters), times(parameters) {}

  Reception reception;
  Confirmations confirmations;
  Times times;
  std::uint32_t crc_sent = 0;
  Clock::time_point begun;
  Clock::time_point ended;
};

class Receiver : public Actor {
 public:
  Receiver(caf::actor_config& config, const Throughput& parameters, Board& board, caf::actor sender)
      : Actor(config), parameters_(parameters), board_(board), sender_(std::move(sender)) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::string_view text) { take(text); },
        [=](const std::vector<char>& packed) { take(packed); },
    };
  }

 private:
  static std::string_view text_of(std::string_view text) { return text; }
  static std::string_view text_of(const std::vector<char>& packed) { return msgpack::unpack(packed); }

  // Whether the handler gets through. A message that is not the next one ends the program.
  template <class Body>
  bool handle(const Body& body) {
    try {
      board_.reception.handle(text_of(body));
      return true;
    } catch (const HandlerError&) {
      return false;
    } catch (const std::exception& error) {
      std::cerr << error.what() << std::endl;
      std::_Exit(1);
    }
  }

  template <class Body>
  void take(const Body& body) {
    const auto number = board_.reception.received();
    const auto through = handle(body);
    const auto timed = parameters_.timed(number);
    if (parameters_.acks) {
      // In a sprint the sender reads the clock, when the confirmation arrives.
      if (timed && !parameters_.sprint) board_.times.handled(number, Clock::now());
      if (through) {
        post(sender_, Handled::value, number);
      } else {
        post(sender_, Failed::value, number);
      }
      return;
    }
    const auto last = number + 1 == parameters_.messages;
    if (timed || last) {
      const auto now = Clock::now();
      if (timed) board_.times.handled(number, now);
      if (last) {
        board_.ended = now;
        post(sender_, Ended::value);
        return;
      }
    }
    if (parameters_.sprint || (number + 1) % credit == 0) post(sender_, Credit::value);
  }

  const Throughput& parameters_;
  Board& board_;
  caf::actor sender_;
};

class Sender : public Actor {
 public:
  Sender(caf::actor_config& config, const Throughput& parameters, const Strings& strings, Board& board)
      : Actor(config), parameters_(parameters), strings_(strings), board_(board) {}

  caf::behavior make_behavior() override {
    return {
        [=](Begin, const caf::actor& receiver) {
          receiver_ = receiver;
          done_ = make_response_promise<bool>();
          board_.begun = Clock::now();
          send(parameters_.sprint ? 1 : under_way);
          return done_;
        },
        [=](Credit) { proceed(credit); },
        [=](Handled, std::uint64_t number) {
          ++board_.confirmations.confirmed;
          confirmed(number);
        },
        [=](Failed, std::uint64_t number) {
          board_.confirmations.unconfirmed.push_back(number);
          confirmed(number);
        },
        [=](Next) { send(1); },
        [=](Ended) { done_.deliver(true); },
    };
  }

 private:
  void confirmed(std::uint64_t number) {
    const auto last = number + 1 == parameters_.messages;
    if (parameters_.sprint || last) {
      board_.ended = Clock::now();
      if (parameters_.sprint) board_.times.handled(number, board_.ended);
    }
    if (last) {
      done_.deliver(true);
    } else {
      proceed(1);
    }
  }

  // Sends as many more; one, after a pause, in a sprint.
  void proceed(std::uint64_t count) {
    if (parameters_.sprint) {
      delayed_send(this, pause, Next::value);
    } else {
      send(count);
    }
  }

  void send(std::uint64_t count) {
    for (; count > 0 && sent_ < parameters_.messages; --count) {
      const auto number = sent_++;
      const auto text = strings_[number];
      if (parameters_.witness) board_.crc_sent += crc32(text);
      if (parameters_.timed(number)) board_.times.sent(number, Clock::now());
      if (parameters_.msgpack) {
        post(receiver_, msgpack::pack(text));
      } else {
        post(receiver_, text);
      }
    }
  }

  const Throughput& parameters_;
  const Strings& strings_;
  Board& board_;
  caf::actor receiver_;
  caf::typed_response_promise<bool> done_;
  std::uint64_t sent_ = 0;
};

class Wire : public Workload {
 public:
  Wire(Throughput parameters, std::size_t threads)
      : parameters_(std::move(parameters)), strings_(parameters_), runtime_(threads) {}

  Iteration iterate(std::uint64_t index) override {
    Board board(parameters_);
    {
      Ensemble ensemble(runtime_);
      const auto sender = ensemble.spawn<Sender>(parameters_, strings_, board);
      const auto receiver = ensemble.spawn<Receiver>(parameters_, board, sender);
      ensemble.ask<bool>(sender, Begin::value, receiver);
    }
    board.times.write(index);
    return {parameters_.sprint ? board.times.sum() : board.ended - board.begun,
            report(parameters_, board.reception, board.confirmations, board.crc_sent)};
  }

 private:
  Throughput parameters_;
  Strings strings_;
  Runtime runtime_;
};

}  // namespace

std::unique_ptr<Workload> prepare_throughput(Arguments& arguments, std::size_t threads) {
  arguments.take_choice<bool>("variant", {{"default", true}});
  Throughput parameters(arguments);
  if (parameters.transport != Transport::inproc) throw UsageError("CAF's programs have transport=inproc alone");
  return std::make_unique<Wire>(std::move(parameters), threads);
}

}  // namespace agon
