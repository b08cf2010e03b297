// Agents that swap states with others picked at random, until one of them has had swaps enough.
#include "agon/workload/grid_swap.hpp"

#include <caf/all.hpp>
#include <utility>
#include <vector>

#include "runtime.hpp"
#include "workloads.hpp"

// It never leaves the process, so CAF need not know how to serialise it.
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(agon::Cell)

namespace agon {
namespace {

using begin_atom = caf::atom_constant<caf::atom("begin")>;
using enough_atom = caf::atom_constant<caf::atom("enough")>;
using refuse_atom = caf::atom_constant<caf::atom("refuse")>;
using stop_atom = caf::atom_constant<caf::atom("stop")>;

class Agent : public Actor {
 public:
  Agent(caf::actor_config& config, const Cell& cell, const std::vector<caf::actor>& agents, caf::actor controller)
      : Actor(config), cell_(cell), agents_(agents), controller_(std::move(controller)) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::uint32_t requester, std::uint32_t state) {
          if (const auto old = cell_.asked(state)) {
            post(agents_[requester], *old);
            ask();
          } else {
            post(agents_[requester], refuse_atom::value);
          }
        },
        [=](std::uint32_t state) { go_on(cell_.accepted(state)); },
        [=](refuse_atom) { go_on(cell_.refused()); },
        [=](begin_atom) { ask(); },
        [=](stop_atom) {
          if (cell_.stop()) post(controller_, cell_);
        },
    };
  }

 private:
  void ask() {
    const auto whom = cell_.ask();
    post(agents_[whom], cell_.number(), cell_.state());
  }

  // As if from outside, so that the other one's turn comes behind those of all who wait. CAF runs first who got a
  // message last: on one thread, two that are left to refuse each other would never get to the message that stops them.
  void ask_again() {
    const auto whom = cell_.ask();
    caf::anon_send(agents_[whom], cell_.number(), cell_.state());
  }

  void go_on(Cell::Then then) {
    switch (then) {
      case Cell::Then::ask:
        ask_again();
        break;
      case Cell::Then::rest:
        break;
      case Cell::Then::enough:
        post(controller_, enough_atom::value);
        break;
      case Cell::Then::stopped:
        post(controller_, cell_);
        break;
    }
  }

  Cell cell_;
  const std::vector<caf::actor>& agents_;  // by the numbers of their cells
  caf::actor controller_;
};

// Makes agents active, and has all of them stop when the first has had swaps enough.
class Controller : public Actor {
 public:
  Controller(caf::actor_config& config, const GridSwap& grid, const std::vector<caf::actor>& agents,
             std::uint64_t iteration)
      : Actor(config), grid_(grid), agents_(agents), iteration_(iteration) {
    stopped_.reserve(grid.cells());
  }

  caf::behavior make_behavior() override {
    return {
        [=](const Cell& cell) {
          stopped_.push_back(cell);
          if (stopped_.size() == agents_.size()) {
            const auto elapsed = Clock::now() - begun_;
            outcome_.deliver(Iteration{elapsed, grid_.report(iteration_, std::move(stopped_))});
          }
        },
        [=](enough_atom) {
          if (std::exchange(stopping_, true)) return;
          for (const auto& agent : agents_) post(agent, stop_atom::value);
        },
        [=](begin_atom) {
          outcome_ = make_response_promise<Iteration>();
          begun_ = Clock::now();
          for (const auto cell : grid_.active()) post(agents_[cell], begin_atom::value);
          return outcome_;
        },
    };
  }

 private:
  const GridSwap& grid_;
  const std::vector<caf::actor>& agents_;
  std::uint64_t iteration_;
  bool stopping_ = false;
  std::vector<Cell> stopped_;
  Clock::time_point begun_;
  caf::typed_response_promise<Iteration> outcome_;
};

class Field : public Workload {
 public:
  Field(GridSwap grid, std::size_t threads) : grid_(std::move(grid)), runtime_(threads) {}

  Iteration iterate(std::uint64_t index) override {
    std::vector<caf::actor> agents;
    Ensemble ensemble(runtime_);
    const auto controller = ensemble.spawn<Controller>(grid_, agents, index);
    agents.reserve(grid_.cells());
    for (std::uint32_t number = 0; number < grid_.cells(); ++number) {
      agents.push_back(ensemble.spawn<Agent>(Cell(grid_, number), agents, controller));
    }
    return ensemble.ask<Iteration>(controller, begin_atom::value);
  }

 private:
  GridSwap grid_;
  Runtime runtime_;
};

}  // namespace

std::unique_ptr<Workload> prepare_grid_swap(Arguments& arguments, std::size_t threads) {
  return std::make_unique<Field>(GridSwap(arguments), threads);
}

}  // namespace agon
