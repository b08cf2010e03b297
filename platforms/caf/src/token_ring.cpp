// Tokens passed from neighbour to neighbour round a ring of actors.
#include "agon/workload/token_ring.hpp"

#include <caf/all.hpp>
#include <vector>

#include "runtime.hpp"
#include "workloads.hpp"

namespace agon {
namespace {

using linked_atom = caf::atom_constant<caf::atom("linked")>;

class Worker : public Actor {
 public:
  Worker(caf::actor_config& config, std::uint32_t number, caf::actor counter)
      : Actor(config), number_(number), counter_(std::move(counter)) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::uint32_t token, std::uint64_t left) {
          if (left > 0) {
            post(next_, token, left - 1);
          } else {
            send(counter_, token, number_, std::uint64_t{0});
          }
        },
        [=](std::uint32_t token, std::uint64_t left, std::uint64_t acc) {
          if (left > 0) {
            post(next_, token, left - 1, pass_on(acc, number_));
          } else {
            send(counter_, token, number_, acc);
          }
        },
        [=](const caf::actor& next) {
          next_ = next;
          return linked_atom::value;
        },
    };
  }

  // A ring of actors that know each other would never be freed.
  void on_exit() override { next_ = nullptr; }

 private:
  std::uint32_t number_;
  caf::actor counter_;
  caf::actor next_;
};

// Hands the tokens over, and collects where they end.
class Counter : public Actor {
 public:
  Counter(caf::actor_config& config, const TokenRing& ring) : Actor(config), ring_(ring), ends_(ring) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::uint32_t token, std::uint32_t worker, std::uint64_t acc) {
          if (ends_.add(token, worker, acc)) {
            outcome_.deliver(Iteration{Clock::now() - begun_, ends_.report()});
          }
        },
        [=](const std::vector<caf::actor>& workers) {
          outcome_ = make_response_promise<Iteration>();
          begun_ = Clock::now();
          for (std::uint32_t token = 1; token <= ring_.tokens; ++token) {
            const auto& worker = workers[ring_.start(token) - 1];
            if (ring_.witness) {
              send(worker, token, ring_.passes, std::uint64_t{0});
            } else {
              send(worker, token, ring_.passes);
            }
          }
          return outcome_;
        },
    };
  }

 private:
  const TokenRing& ring_;
  TokenEnds ends_;
  Clock::time_point begun_;
  caf::typed_response_promise<Iteration> outcome_;
};

class Ring : public Workload {
 public:
  Ring(const TokenRing& ring, std::size_t threads) : ring_(ring), runtime_(threads) {}

  Iteration iterate(std::uint64_t) override {
    Ensemble ensemble(runtime_);
    const auto counter = ensemble.spawn<Counter>(ring_);
    std::vector<caf::actor> workers;
    for (std::uint32_t number = 1; number <= ring_.workers; ++number) {
      workers.push_back(ensemble.spawn<Worker>(number, counter));
    }
    for (std::size_t i = 0; i < workers.size(); ++i) {
      ensemble.ask<caf::atom_value>(workers[i], workers[(i + 1) % workers.size()]);
    }
    return ensemble.ask<Iteration>(counter, workers);
  }

 private:
  TokenRing ring_;
  Runtime runtime_;
};

}  // namespace

// agon: begin harness
std::unique_ptr<Workload> prepare_token_ring(Arguments& arguments, std::size_t threads) {
  return std::make_unique<Ring>(TokenRing(arguments), threads);
}
// agon: end

}  // namespace agon
