// Senders that ask the same receiver again and again.
#include <caf/all.hpp>
#include <vector>

#include "echo.hpp"
#include "runtime.hpp"
#include "workloads.hpp"

namespace agon {
namespace {

class Receiver : public Actor {
 public:
  Receiver(caf::actor_config& config, const Echo& echo, std::uint32_t number, const std::vector<caf::actor>& senders)
      : Actor(config), replier_(echo, number), senders_(senders) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::uint32_t sender, std::uint32_t number) {
          replier_.answer(sender, number);
          post(senders_[sender], Reply{replier_.number(), number});
        },
        [=](replying_atom) { return replier_; },
    };
  }

 private:
  Replier replier_;
  const std::vector<caf::actor>& senders_;
};

class Sender : public Actor {
 public:
  Sender(caf::actor_config& config, const Echo& echo, std::uint32_t number, caf::actor receiver, caf::actor controller)
      : Actor(config), requester_(echo, number), receiver_(std::move(receiver)), controller_(std::move(controller)) {}

  caf::behavior make_behavior() override {
    return {
        [=](const Reply& reply) {
          requester_.record(reply.replier);
          go_on();
        },
        [=](due_atom) { go_on(); },
        [=](const Begun& begun) {
          requester_.begin(begun.at);
          go_on();
        },
        [=](asking_atom) { return requester_; },
    };
  }

 private:
  void go_on() {
    if (requester_.done()) {
      post(controller_, done_atom::value);
    } else if (const auto wait = requester_.wait(); wait.count() > 0) {
      delayed_send(this, wait, due_atom::value);
    } else {
      post(receiver_, requester_.number(), requester_.next());
    }
  }

  Requester requester_;
  caf::actor receiver_;
  caf::actor controller_;
};

class MassReception : public Workload {
 public:
  MassReception(Arguments& arguments, std::size_t threads)
      : echo_(Echo::mass(arguments, mode_, modes)), runtime_(threads) {}

  Iteration iterate(std::uint64_t index) override {
    std::vector<caf::actor> senders;
    std::vector<caf::actor> receivers;
    Ensemble ensemble(runtime_);
    const auto controller = ensemble.spawn<EchoController>();
    for (std::uint32_t number = 0; number < echo_.repliers(); ++number) {
      receivers.push_back(ensemble.spawn_in<Receiver>(mode_, echo_, number, senders));
    }
    for (std::uint32_t number = 0; number < echo_.requesters(); ++number) {
      const auto& receiver = receivers[number % receivers.size()];
      senders.push_back(ensemble.spawn_in<Sender>(mode_, echo_, number, receiver, controller));
    }
    const std::chrono::nanoseconds elapsed{ensemble.ask<std::int64_t>(controller, senders)};
    return {elapsed, echo_.report(index, collect<Requester>(ensemble, senders, asking_atom::value),
                                  collect<Replier>(ensemble, receivers, replying_atom::value))};
  }

 private:
  Mode mode_;
  Echo echo_;
  Runtime runtime_;
};

}  // namespace

std::unique_ptr<Workload> prepare_mass_reception(Arguments& arguments, std::size_t threads) {
  return std::make_unique<MassReception>(arguments, threads);
}

}  // namespace agon
