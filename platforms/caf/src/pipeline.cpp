// Three stages, each of which makes a new string of every one that comes and passes it on.
#include "agon/workload/pipeline.hpp"

#include <caf/all.hpp>
#include <string>
#include <utility>

#include "runtime.hpp"
#include "workloads.hpp"

// It never leaves the process, so CAF need not know how to serialise it.
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(agon::Stop)

namespace agon {
namespace {

class Worker : public Actor {
 public:
  Worker(caf::actor_config& config, const Pipeline& pipeline, std::string_view before, std::string_view word,
         caf::actor next)
      : Actor(config), stage_(pipeline, before, word), next_(std::move(next)) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::string& text) {
          stage_.make(text);
          post(next_, std::move(text));
        },
        [=](Stop& stop) {
          stage_.end(stop);
          post(next_, std::move(stop));
          quit();
        },
    };
  }

 private:
  Stage stage_;
  caf::actor next_;
};

// The last stage: it reports to the driver the end, and nothing else.
class Writer : public Actor {
 public:
  Writer(caf::actor_config& config, const Pipeline& pipeline, caf::actor driver)
      : Actor(config), stage_(pipeline, "Indexed ", "Wrote "), driver_(std::move(driver)) {}

  caf::behavior make_behavior() override {
    return {
        [=](std::string& text) { stage_.make(text); },
        [=](Stop& stop) {
          stage_.end(stop);
          post(driver_, std::move(stop));
          quit();
        },
    };
  }

 private:
  Stage stage_;
  caf::actor driver_;
};

// Given the first stage, sends it all tasks.
class Driver : public Actor {
 public:
  Driver(caf::actor_config& config, const Pipeline& pipeline)
      : Actor(config), pipeline_(pipeline), requests_(pipeline) {}

  caf::behavior make_behavior() override {
    return {
        [=](const caf::actor& first) {
          outcome_ = make_response_promise<Iteration>();
          Stop stop{Clock::now()};
          while (requests_.any()) post(first, requests_.take());
          post(first, std::move(stop));
          return outcome_;
        },
        [=](const Stop& stop) {
          outcome_.deliver(Iteration{stop.elapsed, pipeline_.report(stop)});
        },
    };
  }

 private:
  const Pipeline& pipeline_;
  Requests requests_;
  caf::typed_response_promise<Iteration> outcome_;
};

class Plant : public Workload {
 public:
  Plant(const Pipeline& pipeline, std::size_t threads) : pipeline_(pipeline), runtime_(threads) {}

  Iteration iterate(std::uint64_t) override {
    pipeline_.clear_log();
    Ensemble ensemble(runtime_);
    const auto driver = ensemble.spawn<Driver>(pipeline_);
    const auto write = ensemble.spawn<Writer>(pipeline_, driver);
    const auto index = ensemble.spawn<Worker>(pipeline_, "Downloaded ", "Indexed ", write);
    const auto download = ensemble.spawn<Worker>(pipeline_, "Requested ", "Downloaded ", index);
    return ensemble.ask<Iteration>(driver, download);
  }

 private:
  Pipeline pipeline_;
  Runtime runtime_;
};

}  // namespace

std::unique_ptr<Workload> prepare_pipeline(Arguments& arguments, std::size_t threads) {
  return std::make_unique<Plant>(Pipeline(arguments), threads);
}

}  // namespace agon
