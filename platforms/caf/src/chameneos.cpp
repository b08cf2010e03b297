// Creatures that meet in pairs through a broker and change colour.
#include "agon/workload/chameneos.hpp"

#include <caf/all.hpp>
#include <utility>
#include <vector>

#include "runtime.hpp"
#include "workloads.hpp"

// It never leaves the process, so CAF need not know how to serialise it.
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(agon::Diary)

namespace agon {
namespace {

using begin_atom = caf::atom_constant<caf::atom("begin")>;
using away_atom = caf::atom_constant<caf::atom("away")>;

class Broker : public Actor {
 public:
  Broker(caf::actor_config& config, std::uint64_t meetings) : Actor(config), left_(meetings) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::uint32_t number, std::uint8_t colour) {
          auto creature = caf::actor_cast<caf::actor>(current_sender());
          if (left_ == 0) {
            send(creature, away_atom::value);
          } else if (!waiting_) {
            waiting_ = std::move(creature);
            number_ = number;
            colour_ = colour;
          } else {
            --left_;
            post(waiting_, number, colour);
            post(creature, number_, colour_);
            waiting_ = nullptr;
          }
        },
    };
  }

 private:
  std::uint64_t left_;
  caf::actor waiting_;
  std::uint32_t number_ = 0;
  std::uint8_t colour_ = 0;
};

class Creature : public Actor {
 public:
  Creature(caf::actor_config& config, std::uint32_t number, bool witness, caf::actor broker, caf::actor manager)
      : Actor(config), diary_(number), witness_(witness), broker_(std::move(broker)), manager_(std::move(manager)) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::uint32_t number, std::uint8_t colour) {
          diary_.meet(number, static_cast<Colour>(colour), witness_);
          ask();
        },
        [=](away_atom) { send(manager_, diary_); },
        [=](begin_atom) { ask(); },
    };
  }

 private:
  void ask() { send(broker_, diary_.creature, static_cast<std::uint8_t>(diary_.colour)); }

  Diary diary_;
  bool witness_;
  caf::actor broker_;
  caf::actor manager_;
};

// Starts the creatures, and collects their reports.
class Manager : public Actor {
 public:
  Manager(caf::actor_config& config, const Chameneos& parameters) : Actor(config), diaries_(parameters) {}

  caf::behavior make_behavior() override {
    return {
        [=](const std::vector<caf::actor>& creatures) {
          outcome_ = make_response_promise<Iteration>();
          begun_ = Clock::now();
          for (const auto& creature : creatures) send(creature, begin_atom::value);
          return outcome_;
        },
        [=](const Diary& diary) {
          if (diaries_.add(diary)) {
            outcome_.deliver(Iteration{Clock::now() - begun_, diaries_.report()});
          }
        },
    };
  }

 private:
  Diaries diaries_;
  Clock::time_point begun_;
  caf::typed_response_promise<Iteration> outcome_;
};

class Forest : public Workload {
 public:
  Forest(const Chameneos& parameters, std::size_t threads) : parameters_(parameters), runtime_(threads) {}

  Iteration iterate(std::uint64_t) override {
    Ensemble ensemble(runtime_);
    const auto broker = ensemble.spawn<Broker>(parameters_.meetings);
    const auto manager = ensemble.spawn<Manager>(parameters_);
    std::vector<caf::actor> creatures;
    for (std::uint32_t number = 1; number <= parameters_.creatures; ++number) {
      creatures.push_back(ensemble.spawn<Creature>(number, parameters_.witness, broker, manager));
    }
    return ensemble.ask<Iteration>(manager, creatures);
  }

 private:
  Chameneos parameters_;
  Runtime runtime_;
};

}  // namespace

// agon: begin harness
std::unique_ptr<Workload> prepare_chameneos(Arguments& arguments, std::size_t threads) {
  return std::make_unique<Forest>(Chameneos(arguments), threads);
}
// agon: end

}  // namespace agon
