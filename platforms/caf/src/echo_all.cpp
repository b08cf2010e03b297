// Agents of which each asks all others in turn, and answers all that ask it.
#include <caf/all.hpp>
#include <vector>

#include "echo.hpp"
#include "runtime.hpp"
#include "workloads.hpp"

namespace agon {
namespace {

class Agent : public Actor {
 public:
  Agent(caf::actor_config& config, const Echo& echo, std::uint32_t number, const std::vector<caf::actor>& agents,
        caf::actor controller)
      : Actor(config),
        requester_(echo, number),
        replier_(echo, number),
        circle_(number, echo.requesters()),
        agents_(agents),
        controller_(std::move(controller)) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::uint32_t requester, std::uint32_t number) {
          replier_.answer(requester, number);
          post(agents_[requester], Reply{replier_.number(), number});
        },
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
        [=](replying_atom) { return replier_; },
    };
  }

 private:
  void go_on() {
    if (requester_.done()) {
      post(controller_, done_atom::value);
    } else if (const auto wait = requester_.wait(); wait.count() > 0) {
      delayed_send(this, wait, due_atom::value);
    } else {
      post(agents_[circle_.next()], requester_.number(), requester_.next());
    }
  }

  Requester requester_;
  Replier replier_;
  Circle circle_;
  const std::vector<caf::actor>& agents_;
  caf::actor controller_;
};

class EchoAll : public Workload {
 public:
  EchoAll(Arguments& arguments, std::size_t threads) : echo_(Echo::all(arguments, mode_, modes)), runtime_(threads) {}

  Iteration iterate(std::uint64_t index) override {
    std::vector<caf::actor> agents;
    Ensemble ensemble(runtime_);
    const auto controller = ensemble.spawn<EchoController>();
    agents.reserve(echo_.requesters());
    for (std::uint32_t number = 0; number < echo_.requesters(); ++number) {
      agents.push_back(ensemble.spawn_in<Agent>(mode_, echo_, number, agents, controller));
    }
    const std::chrono::nanoseconds elapsed{ensemble.ask<std::int64_t>(controller, agents)};
    return {elapsed, echo_.report(index, collect<Requester>(ensemble, agents, asking_atom::value),
                                  collect<Replier>(ensemble, agents, replying_atom::value))};
  }

 private:
  Mode mode_;
  Echo echo_;
  Runtime runtime_;
};

}  // namespace

std::unique_ptr<Workload> prepare_echo_all(Arguments& arguments, std::size_t threads) {
  return std::make_unique<EchoAll>(arguments, threads);
}

}  // namespace agon
