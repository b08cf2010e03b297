// A client asks a coordinator, which has a datum retrieved and printed before it answers.
#include "agon/workload/service_rounds.hpp"

#include <caf/all.hpp>
#include <utility>

#include "runtime.hpp"
#include "workloads.hpp"

namespace agon {
namespace {

using ask_atom = caf::atom_constant<caf::atom("ask")>;
using begin_atom = caf::atom_constant<caf::atom("begin")>;
using linked_atom = caf::atom_constant<caf::atom("linked")>;
using printed_atom = caf::atom_constant<caf::atom("printed")>;
using retrieved_atom = caf::atom_constant<caf::atom("retrieved")>;

class Coordinator : public Actor {
 public:
  using Actor::Actor;

  caf::behavior make_behavior() override {
    return {
        [=](ask_atom, std::uint64_t round, std::uint64_t acc) {
          round_ = round;
          post(retriever_, round, handled_by(Party::coordinator, acc));
        },
        [=](retrieved_atom, std::uint64_t datum, std::uint64_t acc) {
          datum_ = datum;
          post(printer_, round_, datum, handled_by(Party::coordinator, acc));
        },
        [=](printed_atom, std::uint64_t acc) { post(client_, datum_, handled_by(Party::coordinator, acc)); },
        [=](const caf::actor& client, const caf::actor& retriever, const caf::actor& printer) {
          client_ = client;
          retriever_ = retriever;
          printer_ = printer;
          return linked_atom::value;
        },
    };
  }

  // They know it too: those who know each other are never freed.
  void on_exit() override { client_ = retriever_ = printer_ = nullptr; }

 private:
  caf::actor client_;
  caf::actor retriever_;
  caf::actor printer_;
  std::uint64_t round_ = 0;  // the present round, and what it is about
  std::uint64_t datum_ = 0;
};

class Retriever : public Actor {
 public:
  Retriever(caf::actor_config& config, caf::actor coordinator) : Actor(config), coordinator_(std::move(coordinator)) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::uint64_t round, std::uint64_t acc) {
          post(coordinator_, retrieved_atom::value, datum(round), handled_by(Party::retriever, acc));
        },
    };
  }

 private:
  caf::actor coordinator_;
};

class Printing : public Actor {
 public:
  Printing(caf::actor_config& config, const ServiceRounds& parameters, caf::actor coordinator)
      : Actor(config), printer_(parameters), coordinator_(std::move(coordinator)) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::uint64_t round, std::uint64_t datum, std::uint64_t acc) {
          printer_.print(round, datum);
          post(coordinator_, printed_atom::value, handled_by(Party::printer, acc));
        },
    };
  }

 private:
  Printer printer_;
  caf::actor coordinator_;
};

class Client : public Actor {
 public:
  Client(caf::actor_config& config, const ServiceRounds& parameters, caf::actor coordinator)
      : Actor(config), parameters_(parameters), coordinator_(std::move(coordinator)) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::uint64_t datum, std::uint64_t acc) {
          ++answers_.handled;
          answers_.sum += datum;
          answers_.acc = handled_by(Party::client, acc);
          if (answers_.handled < parameters_.rounds) {
            ask();
          } else {
            outcome_.deliver(Iteration{Clock::now() - begun_, answers_.report(parameters_.witness)});
          }
        },
        [=](begin_atom) {
          outcome_ = make_response_promise<Iteration>();
          begun_ = Clock::now();
          ask();
          return outcome_;
        },
    };
  }

 private:
  void ask() { post(coordinator_, ask_atom::value, answers_.handled + 1, answers_.acc); }

  const ServiceRounds& parameters_;
  caf::actor coordinator_;
  Answers answers_;
  Clock::time_point begun_;
  caf::typed_response_promise<Iteration> outcome_;
};

class Office : public Workload {
 public:
  Office(const ServiceRounds& parameters, std::size_t threads) : parameters_(parameters), runtime_(threads) {}

  Iteration iterate(std::uint64_t) override {
    Lines::clear(parameters_.print);
    Ensemble ensemble(runtime_);
    const auto coordinator = ensemble.spawn<Coordinator>();
    const auto retriever = ensemble.spawn<Retriever>(coordinator);
    const auto printer = ensemble.spawn<Printing>(parameters_, coordinator);
    const auto client = ensemble.spawn<Client>(parameters_, coordinator);
    ensemble.ask<caf::atom_value>(coordinator, client, retriever, printer);
    return ensemble.ask<Iteration>(client, begin_atom::value);
  }

 private:
  ServiceRounds parameters_;
  Runtime runtime_;
};

}  // namespace

std::unique_ptr<Workload> prepare_service_rounds(Arguments& arguments, std::size_t threads) {
  return std::make_unique<Office>(ServiceRounds(arguments), threads);
}

}  // namespace agon
