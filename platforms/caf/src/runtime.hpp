// The actor system under a workload, and the actors of one iteration.
#pragma once

#include <caf/all.hpp>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "agon/harness.hpp"

#if CAF_VERSION < 1700 || CAF_VERSION >= 1800
#error "these programs are written for CAF 0.17"
#endif

// It never leaves the process, so CAF need not know how to serialise it.
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(agon::Iteration)

namespace agon {

// An actor whose thread keeps no account for the logger.
//
// CAF notes for its logger which actor a thread runs, behind a lock that the threads share, twice a visit, even where
// nothing is ever logged. There is no setting against it, but a thread without a logger has nothing to note.
class Actor : public caf::event_based_actor {
 public:
  using caf::event_based_actor::event_based_actor;

  // Runs on the thread.
  void initialize() override {
    caf::logger::set_current_actor_system(nullptr);
    caf::event_based_actor::initialize();
  }

 protected:
  // Sends without a sender, as caf::anon_send does, but from this thread: the receiver gets into its own queue.
  template <class... Ts>
  void post(const caf::actor& receiver, Ts&&... message) {
    receiver->enqueue(caf::make_mailbox_element(nullptr, caf::make_message_id(), {}, std::forward<Ts>(message)...),
                      context());
  }
};

// Who runs an actor.
enum class Mode {
  pool,    // the scheduler's workers
  thread,  // a thread of its own
};

// The modes as variants; the first is the default one.
inline const std::vector<std::pair<std::string, Mode>> modes{{"pool", Mode::pool}, {"thread", Mode::thread}};

class Runtime {
 public:
  explicit Runtime(std::size_t threads) : config_(threads), system_(config_) {}

  caf::actor_system& system() { return system_; }

 private:
  class Config : public caf::actor_system_config {
   public:
    explicit Config(std::size_t threads) { set("scheduler.max-threads", threads); }
  };

  Config config_;
  caf::actor_system system_;
};

// The actors of one iteration. All of them have ended when it is gone.
class Ensemble {
 public:
  explicit Ensemble(Runtime& runtime) : system_(runtime.system()), self_(system_) {}
  ~Ensemble();

  Ensemble(const Ensemble&) = delete;
  Ensemble& operator=(const Ensemble&) = delete;

  template <class T, class... Ts>
  caf::actor spawn(Ts&&... arguments) {
    return actors_.emplace_back(system_.spawn<T>(std::forward<Ts>(arguments)...));
  }

  template <class T, class... Ts>
  caf::actor spawn_in(Mode mode, Ts&&... arguments) {
    return actors_.emplace_back(mode == Mode::thread ? system_.spawn<T, caf::detached>(std::forward<Ts>(arguments)...)
                                                     : system_.spawn<T>(std::forward<Ts>(arguments)...));
  }

  template <class... Parameters, class... Ts>
  caf::actor spawn(caf::behavior (*function)(Parameters...), Ts&&... arguments) {
    return actors_.emplace_back(system_.spawn(function, std::forward<Ts>(arguments)...));
  }

  // Sends a message and waits for the answer.
  template <class Answer, class... Ts>
  Answer ask(const caf::actor& actor, const Ts&... message) {
    Answer answer{};
    self_->request(actor, caf::infinite, message...)
        .receive(
            [&](Answer& value) { answer = std::move(value); },
            [&](const caf::error& error) { throw std::runtime_error("an actor failed: " + system_.render(error)); });
    return answer;
  }

 private:
  caf::actor_system& system_;
  caf::scoped_actor self_;
  std::vector<caf::actor> actors_;
};

}  // namespace agon
