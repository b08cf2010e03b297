// Clients that time a server's answers to large and small requests.
#include "agon/workload/fibonacci.hpp"

#include <caf/all.hpp>
#include <utility>
#include <vector>

#include "runtime.hpp"
#include "workloads.hpp"

namespace agon {
namespace {

using begin_atom = caf::atom_constant<caf::atom("begin")>;
using continue_atom = caf::atom_constant<caf::atom("continue")>;

// The largest n computed without a pause: some ten microseconds.
constexpr std::uint32_t slice = 18;

enum class Variant { subactors, unsliced, functions };

// Answers one request in one go.
caf::behavior whole(caf::event_based_actor* self) {
  return {
      [=](std::uint32_t n) {
        self->quit();
        return fib(n);
      },
  };
}

// Answers one request slice by slice, and lets other actors have their turn after each.
//
// This is the same recursion, every call of it: only, the calls above `slice` wait on a stack of the actor's own, so
// that the handler can return in between.
class Sliced : public Actor {
 public:
  using Actor::Actor;

  caf::behavior make_behavior() override {
    return {
        [=](continue_atom) { compute(); },
        [=](std::uint32_t n) {
          client_ = caf::actor_cast<caf::actor>(current_sender());
          pending_ = {n};
          compute();
        },
    };
  }

  // One message a turn: else the actor would go on with the next slice at once.
  resume_result resume(caf::execution_unit* unit, std::size_t) override { return Actor::resume(unit, 1); }

 private:
  void compute() {
    while (!pending_.empty()) {
      const auto n = pending_.back();
      pending_.pop_back();
      if (n <= slice) {
        sum_ += fib(n);
        break;
      }
      pending_.push_back(n - 2);
      pending_.push_back(n - 1);
    }
    if (pending_.empty()) {
      send(client_, sum_);
      quit();
    } else {
      send(this, continue_atom::value);
    }
  }

  caf::actor client_;
  std::vector<std::uint32_t> pending_;
  std::uint64_t sum_ = 0;
};

caf::behavior server(caf::event_based_actor* self, Variant variant) {
  switch (variant) {
    case Variant::subactors:
      return {[=](std::uint32_t n) { return self->delegate(self->spawn<Sliced, caf::lazy_init>(), n); }};
    case Variant::unsliced:
      return {[=](std::uint32_t n) { return self->delegate(self->spawn<caf::lazy_init>(whole), n); }};
    case Variant::functions:
      break;
  }
  return {[](std::uint32_t n) { return fib(n); }};
}

class Client : public Actor {
 public:
  Client(caf::actor_config& config, std::uint32_t number, const std::vector<std::uint32_t>& requests, caf::actor server,
         caf::actor manager)
      : Actor(config),
        number_(number),
        requests_(requests),
        next_(requests_.begin()),
        server_(std::move(server)),
        manager_(std::move(manager)) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::uint64_t value) {
          const std::chrono::nanoseconds elapsed = Clock::now() - asked_;
          send(manager_, number_, *next_, value, elapsed);
          if (++next_ != requests_.end()) ask();
        },
        [=](begin_atom) { ask(); },
    };
  }

 private:
  void ask() {
    asked_ = Clock::now();
    send(server_, *next_);
  }

  std::uint32_t number_;
  const std::vector<std::uint32_t>& requests_;
  std::vector<std::uint32_t>::const_iterator next_;
  Clock::time_point asked_;
  caf::actor server_;
  caf::actor manager_;
};

// Starts the clients, and collects how long each answer took.
class Manager : public Actor {
 public:
  Manager(caf::actor_config& config, const Fibonacci& service, std::uint64_t iteration)
      : Actor(config), service_(service), iteration_(iteration) {
    points_.reserve(service.answers());
  }

  caf::behavior make_behavior() override {
    return {
        [=](std::uint32_t client, std::uint32_t n, std::uint64_t value, std::chrono::nanoseconds elapsed) {
          points_.push_back({client, n, value, elapsed});
          if (points_.size() == service_.answers()) {
            const auto total = Clock::now() - begun_;
            outcome_.deliver(Iteration{total, service_.report(iteration_, points_)});
          }
        },
        [=](const std::vector<caf::actor>& clients) {
          outcome_ = make_response_promise<Iteration>();
          begun_ = Clock::now();
          for (const auto& client : clients) send(client, begin_atom::value);
          return outcome_;
        },
    };
  }

 private:
  const Fibonacci& service_;
  std::uint64_t iteration_;
  std::vector<Point> points_;
  Clock::time_point begun_;
  caf::typed_response_promise<Iteration> outcome_;
};

class Service : public Workload {
 public:
  Service(Fibonacci service, Variant variant, std::size_t threads)
      : service_(std::move(service)), variant_(variant), runtime_(threads) {}

  Iteration iterate(std::uint64_t index) override {
    Ensemble ensemble(runtime_);
    const auto manager = ensemble.spawn<Manager>(service_, index);
    const auto service = ensemble.spawn(server, variant_);
    std::vector<caf::actor> clients;
    std::uint32_t number = 0;
    for (const auto& requests : service_.requests()) {
      clients.push_back(ensemble.spawn<Client>(++number, requests, service, manager));
    }
    return ensemble.ask<Iteration>(manager, clients);
  }

 private:
  Fibonacci service_;
  Variant variant_;
  Runtime runtime_;
};

}  // namespace

// agon: begin harness
std::unique_ptr<Workload> prepare_fibonacci(Arguments& arguments, std::size_t threads) {
  const auto variant = arguments.take_choice<Variant>(
      "variant",
      {{"subactors", Variant::subactors}, {"unsliced", Variant::unsliced}, {"functions", Variant::functions}});
  return std::make_unique<Service>(Fibonacci(arguments), variant, threads);
}
// agon: end

}  // namespace agon
