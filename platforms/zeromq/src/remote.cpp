// remote-throughput and remote-ask: two processes, each with one end of a connection, on which messages go both ways.
#include "agon/workload/remote.hpp"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <thread>
#include <utility>

#include "socket.hpp"
#include "workloads.hpp"

namespace agon {
namespace {

// What node 1 sends: of remote-ask the answer, of remote-throughput that the last string has been handled.
struct Answer {
  std::uint64_t number;
  std::uint64_t answer;
};

// What both ends have: a pair of DEALER sockets, which takes and gives messages in their order.
class End : public Workload {
 public:
  End(const Line& line, std::size_t threads) : context_(static_cast<int>(threads)), socket(context_, ZMQ_DEALER) {
    if (line.second) {
      place_ = socket.bind("tcp://" + line.listen + ":*");
    } else {
      socket.connect(line.peer);
    }
  }

  std::string place() override {
    if (!place_.empty()) begin();
    return place_;
  }

 private:
  Context context_;
  std::string place_;

 protected:
  // Node 1: `handle` takes each string that comes.
  void serve(std::function<void(std::string_view)> handle) { handle_ = std::move(handle); }

  void reply(const Answer& answer) {
    Message message(sizeof answer);
    std::memcpy(message.data(), &answer, sizeof answer);
    socket.send(message);
  }

  Answer receive() {
    Answer answer;
    socket.receive(received_);
    std::memcpy(&answer, received_.data(), sizeof answer);
    return answer;
  }

  Socket socket;

 private:
  // A thread of its own takes what comes, until the program ends. What goes wrong ends it.
  void begin() {
    std::thread([this] {
      try {
        Message message;
        for (;;) {
          socket.receive(message);
          handle_(message.bytes());
        }
      } catch (const std::exception& error) {
        std::cerr << error.what() << std::endl;
        std::_Exit(1);
      }
    }).detach();
  }

  std::function<void(std::string_view)> handle_;
  Message received_;
};

class RemoteThroughput : public End {
 public:
  RemoteThroughput(Line line, std::size_t threads) : End(line, threads), line_(std::move(line)), tally_(line_) {
    if (!line_.second) {
      strings_ = std::make_unique<Strings>(line_.size, line_.count);
      return;
    }
    serve([this](std::string_view text) {
      tally_.handle(text);
      if (!tally_.complete()) return;
      report(iterations_++, tally_.received());
      reply({});
    });
  }

  // The sockets hold a number of messages, then the sender waits.
  Iteration iterate(std::uint64_t) override {
    const auto begun = Clock::now();
    for (std::uint64_t number = 0; number < line_.count; ++number) socket.send((*strings_)[number]);
    receive();
    const auto elapsed = Clock::now() - begun;
    return {elapsed, line_.with_crc(json::Object().add("sent", line_.count), *strings_)};
  }

 private:
  Line line_;
  Tally tally_;
  std::unique_ptr<Strings> strings_;
  std::uint64_t iterations_ = 0;
};

class RemoteAsk : public End {
 public:
  RemoteAsk(Asking asking, std::size_t threads)
      : End(asking.line, threads), asking_(std::move(asking)), tally_(asking_.line) {
    if (!asking_.line.second) {
      strings_ = std::make_unique<Strings>(asking_.line.size, asking_.line.count);
      asked_.resize(asking_.line.count);
      return;
    }
    serve([this](std::string_view text) {
      const auto number = tally_.handle(text);
      // The report comes first: the last answer ends the iteration.
      if (tally_.complete()) report(iterations_++, tally_.answered());
      reply({number, answer(number)});
    });
  }

  // One thread asks for all askers: each the next question when it has its answer.
  Iteration iterate(std::uint64_t index) override {
    const auto begun = Clock::now();
    for (std::uint64_t number = 0; number < asking_.outstanding; ++number) ask(number);
    for (std::uint64_t answers = 0; answers < asking_.line.count; ++answers) {
      const auto answered = receive();
      asking_.record(answered.number, answered.answer, Clock::now() - asked_.at(answered.number));
      const auto next = answered.number + asking_.outstanding;
      if (next < asking_.line.count) ask(next);
    }
    const auto elapsed = Clock::now() - begun;
    return {elapsed, asking_.end(index, *strings_)};
  }

 private:
  void ask(std::uint64_t number) {
    asked_[number] = Clock::now();
    socket.send((*strings_)[number]);
  }

  Asking asking_;
  Tally tally_;
  std::unique_ptr<Strings> strings_;
  std::vector<Clock::time_point> asked_;
  std::uint64_t iterations_ = 0;
};

}  // namespace

std::unique_ptr<Workload> prepare_remote_throughput(Arguments& arguments, std::size_t threads) {
  arguments.take_choice<bool>("variant", {{"default", true}});
  Line line(arguments, "messages");
  arguments.take_directory("samples");
  return std::make_unique<RemoteThroughput>(std::move(line), threads);
}

std::unique_ptr<Workload> prepare_remote_ask(Arguments& arguments, std::size_t threads) {
  arguments.take_choice<bool>("variant", {{"default", true}});
  return std::make_unique<RemoteAsk>(Asking(arguments), threads);
}

}  // namespace agon
