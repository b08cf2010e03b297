// Strings from one thread to another over a ZeroMQ socket, confirmed over another one.
#include "agon/workload/throughput.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "envelope.hpp"
#include "link.hpp"
#include "workloads.hpp"

namespace agon {
namespace {

constexpr std::chrono::milliseconds pause{1};
constexpr std::chrono::milliseconds patience{5};  // until the sender greets again

// What one of the two threads writes all the time lies so far from what the other reads: processors fetch lines in
// pairs.
constexpr std::size_t apart = 128;

// How far the receiver has come, for the sender to wait for outside the clock.
class alignas(apart) Progress {
 public:
  void reach(std::uint64_t count) {
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      reached_ = count;
    }
    moved_.notify_one();
  }

  // Whether the receiver has come so far by then.
  bool wait_for(std::uint64_t count, std::chrono::milliseconds time) {
    std::unique_lock<std::mutex> lock(mutex_);
    return moved_.wait_for(lock, time, [&] { return reached_ >= count; });
  }

  void wait(std::uint64_t count) {
    std::unique_lock<std::mutex> lock(mutex_);
    moved_.wait(lock, [&] { return reached_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable moved_;
  std::uint64_t reached_ = 0;
};

// Of a stream on one thread, so many messages are sent before they are received: fewer than the sockets hold.
constexpr std::uint64_t batch = 128;

constexpr std::uint64_t greeted = 1;  // what a receiver that is there has reached

// What the receiver answers to a message: its number, and whether the handler failed.
struct Verdict {
  std::uint64_t message;
  std::uint64_t failed;
};

class alignas(apart) Receiver {
 public:
  Receiver(const Throughput& parameters, Link& link, Times& times, Progress& progress)
      : reception(parameters),
        parameters_(parameters),
        link_(link),
        envelope_(parameters.msgpack),
        times_(times),
        progress_(progress) {}

  // Handles all messages. Whatever goes wrong ends the program: no caller could do anything about it.
  void run() noexcept {
    try {
      meet();
      progress_.reach(greeted);
      take(parameters_.messages);
      progress_.reach(greeted + parameters_.messages);
    } catch (const std::exception& error) {
      std::cerr << error.what() << std::endl;
      std::_Exit(1);
    }
  }

  // Receives a greeting.
  void meet() { link_.in.receive(message_); }

  // Handles so many messages.
  void take(std::uint64_t count) {
    for (; count > 0; --count) {
      std::string_view bytes;
      do {
        link_.in.receive(message_);
        bytes = message_.bytes();
      } while (bytes.empty());  // a greeting
      handle(reception.received(), bytes);
    }
  }

  Reception reception;
  Clock::time_point ended;  // with the last handler

 private:
  void handle(std::uint64_t number, std::string_view bytes) {
    Verdict verdict{number, 0};
    try {
      reception.handle(envelope_.open(bytes));
    } catch (const HandlerError&) {
      verdict.failed = 1;
    }
    if (parameters_.acks) {
      // In a sprint the sender reads the clock, when the verdict arrives.
      if (!parameters_.sprint && parameters_.timed(number)) times_.handled(number, Clock::now());
      Message confirmation(sizeof verdict);
      std::memcpy(confirmation.data(), &verdict, sizeof verdict);
      link_.confirm.send(confirmation);
      return;
    }
    const auto last = number + 1 == parameters_.messages;
    if (!last && !parameters_.timed(number)) return;
    ended = Clock::now();
    if (parameters_.timed(number)) times_.handled(number, ended);
    if (parameters_.sprint) progress_.reach(greeted + number + 1);
  }

  const Throughput& parameters_;
  Link& link_;
  Envelope envelope_;
  Times& times_;
  Progress& progress_;
  Message message_;
};

class alignas(apart) Sender {
 public:
  Sender(const Throughput& parameters, const Strings& strings, Link& link, Times& times, Progress& progress)
      : parameters_(parameters),
        strings_(strings),
        link_(link),
        envelope_(parameters.msgpack),
        times_(times),
        progress_(progress) {}

  // Returns when the receiver has received a greeting: the sockets are joined.
  void greet() {
    do {
      send_greeting();
    } while (!progress_.wait_for(greeted, patience));
  }

  // Sends all on the receiver's own thread, in batches.
  void alternate(Receiver& receiver) {
    alternating_ = true;
    send_greeting();
    receiver.meet();
    begun = Clock::now();
    for (std::uint64_t number = 0; number < parameters_.messages;) {
      const auto end = parameters_.sprint ? number + 1 : std::min(number + batch, parameters_.messages);
      const auto first = number;
      for (; number < end; ++number) send(number);
      receiver.take(end - first);
      if (parameters_.acks) {
        while (answered_ < end) receive();
        if (parameters_.sprint) times_.handled(first, Clock::now());
      }
      if (parameters_.sprint) std::this_thread::sleep_for(pause);
    }
  }

  // Sends one at a time.
  void sprint() {
    for (std::uint64_t number = 0; number < parameters_.messages; ++number) {
      send(number);
      if (parameters_.acks) {
        receive();
        times_.handled(number, Clock::now());
      } else {
        progress_.wait(greeted + number + 1);
      }
      std::this_thread::sleep_for(pause);
    }
  }

  // Sends as fast as may be: the sockets hold a number of messages, then the sender waits.
  void stream() {
    for (std::uint64_t number = 0; number < parameters_.messages; ++number) send(number);
    if (parameters_.acks) {
      while (answered_ < parameters_.messages) receive();
    }
  }

  Confirmations confirmations;
  std::uint32_t crc = 0;  // the sum over what was sent; with a witness only
  Clock::time_point begun;

 private:
  void send_greeting() {
    Message greeting;
    link_.out.send(greeting);
  }

  void send(std::uint64_t number) {
    const auto text = strings_[number];
    if (parameters_.witness) crc += crc32(text);
    if (parameters_.timed(number)) times_.sent(number, Clock::now());
    if (envelope_.bare() && !parameters_.acks) {
      link_.out.send(text);
    } else if (envelope_.bare()) {
      Message message(text.data(), text.size());
      pass(message);
    } else {
      Message message(envelope_.size_of(text));
      envelope_.write(message, text);
      pass(message);
    }
  }

  void pass(Message& message) {
    // The receiver may have to wait until it gets rid of a confirmation, so the sender must not wait for the receiver
    // while any is due. On the receiver's own thread there is always space, though the socket may have to look for it.
    while (parameters_.acks && !alternating_ && answered_ < sent_) {
      if (link_.out.try_send(message)) {
        ++sent_;
        return;
      }
      receive();
      while (link_.confirmations.try_receive(confirmation_)) note();
    }
    link_.out.send(message);
    ++sent_;
  }

  void receive() {
    link_.confirmations.receive(confirmation_);
    note();
  }

  void note() {
    Verdict verdict;
    std::memcpy(&verdict, confirmation_.data(), sizeof verdict);
    ++answered_;
    if (verdict.failed != 0) {
      confirmations.unconfirmed.push_back(verdict.message);
    } else {
      ++confirmations.confirmed;
    }
  }

  const Throughput& parameters_;
  const Strings& strings_;
  Link& link_;
  Envelope envelope_;
  Times& times_;
  Progress& progress_;
  Message confirmation_;
  bool alternating_ = false;
  std::uint64_t sent_ = 0;
  std::uint64_t answered_ = 0;
};

class Wire : public Workload {
 public:
  Wire(bool alone, Throughput parameters, std::size_t threads)
      : alone_(alone), parameters_(std::move(parameters)), context_(static_cast<int>(threads)), strings_(parameters_) {}

  Iteration iterate(std::uint64_t index) override {
    Link link(context_, parameters_.transport, index);
    Times times(parameters_);
    Progress progress;
    Receiver receiver(parameters_, link, times, progress);
    Sender sender(parameters_, strings_, link, times, progress);
    Clock::time_point confirmed;
    if (alone_) {
      sender.alternate(receiver);
      confirmed = Clock::now();
    } else {
      std::thread thread(&Receiver::run, &receiver);
      sender.greet();
      sender.begun = Clock::now();
      if (parameters_.sprint) {
        sender.sprint();
      } else {
        sender.stream();
      }
      confirmed = Clock::now();
      thread.join();
    }
    const auto ended = parameters_.acks ? confirmed : receiver.ended;
    times.write(index);
    return {parameters_.sprint ? times.sum() : ended - sender.begun,
            report(parameters_, receiver.reception, sender.confirmations, sender.crc)};
  }

 private:
  bool alone_;  // both ends on one thread
  Throughput parameters_;
  Context context_;
  Strings strings_;
};

}  // namespace

std::unique_ptr<Workload> prepare_throughput(Arguments& arguments, std::size_t threads) {
  const auto alone = arguments.take_choice<bool>("variant", {{"default", false}, {"one-thread", true}});
  return std::make_unique<Wire>(alone, Throughput(arguments), threads);
}

}  // namespace agon
