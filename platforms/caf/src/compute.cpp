// Agents that each compute for themselves, and report their results to a controller.
#include "agon/workload/compute.hpp"

#include <caf/all.hpp>
#include <vector>

#include "runtime.hpp"
#include "workloads.hpp"

// It never leaves the process, so CAF need not know how to serialise it.
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(agon::Share)

namespace agon {
namespace {

using begin_atom = caf::atom_constant<caf::atom("begin")>;

class Agent : public Actor {
 public:
  Agent(caf::actor_config& config, const Share& share, caf::actor controller)
      : Actor(config), share_(share), controller_(std::move(controller)) {}

  caf::behavior make_behavior() override {
    return {
        [=](begin_atom) {
          share_.compute();
          post(controller_, share_);
        },
    };
  }

 private:
  Share share_;
  caf::actor controller_;
};

class Controller : public Actor {
 public:
  Controller(caf::actor_config& config, std::size_t agents, bool witness) : Actor(config), results_(agents, witness) {}

  caf::behavior make_behavior() override {
    return {
        [=](const Share& share) {
          if (results_.add(share)) outcome_.deliver(Iteration{Clock::now() - begun_, results_.report()});
        },
        [=](const std::vector<caf::actor>& agents) {
          outcome_ = make_response_promise<Iteration>();
          begun_ = Clock::now();
          for (const auto& agent : agents) post(agent, begin_atom::value);
          return outcome_;
        },
    };
  }

 private:
  Results results_;
  Clock::time_point begun_;
  caf::typed_response_promise<Iteration> outcome_;
};

class Computing : public Workload {
 public:
  Computing(Arguments& arguments, std::size_t threads) : compute_(arguments, mode_, modes), runtime_(threads) {}

  Iteration iterate(std::uint64_t) override {
    Ensemble ensemble(runtime_);
    const auto shares = compute_.shares();
    const auto controller = ensemble.spawn<Controller>(shares.size(), compute_.witness());
    std::vector<caf::actor> agents;
    for (const auto& share : shares) agents.push_back(ensemble.spawn_in<Agent>(mode_, share, controller));
    return ensemble.ask<Iteration>(controller, agents);
  }

 private:
  Mode mode_;
  Compute compute_;
  Runtime runtime_;
};

}  // namespace

std::unique_ptr<Workload> prepare_compute(Arguments& arguments, std::size_t threads) {
  return std::make_unique<Computing>(arguments, threads);
}

}  // namespace agon
