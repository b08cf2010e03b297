// What echo-all and mass-reception share: the controller, and how the reports are collected in the end.
#pragma once

#include <caf/all.hpp>
#include <utility>
#include <vector>

#include "agon/workload/echo.hpp"
#include "runtime.hpp"

namespace agon {

// When an iteration's clock began.
struct Begun {
  Clock::time_point at;
};

struct Reply {
  std::uint32_t replier;
  std::uint32_t number;
};

}  // namespace agon

// They never leave the process, so CAF need not know how to serialise them.
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(agon::Begun)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(agon::Reply)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(agon::Requester)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(agon::Replier)

namespace agon {

using done_atom = caf::atom_constant<caf::atom("done")>;
using due_atom = caf::atom_constant<caf::atom("due")>;
using asking_atom = caf::atom_constant<caf::atom("asking")>;
using replying_atom = caf::atom_constant<caf::atom("replying")>;

// Starts all requesters, and waits until they have all their replies.
class EchoController : public Actor {
 public:
  using Actor::Actor;

  caf::behavior make_behavior() override {
    return {
        [=](done_atom) {
          if (--missing_ == 0) elapsed_.deliver(std::chrono::nanoseconds(Clock::now() - begun_).count());
        },
        [=](const std::vector<caf::actor>& requesters) {
          elapsed_ = make_response_promise<std::int64_t>();
          missing_ = requesters.size();
          begun_ = Clock::now();
          for (const auto& requester : requesters) post(requester, Begun{begun_});
          return elapsed_;
        },
    };
  }

 private:
  std::size_t missing_ = 0;
  Clock::time_point begun_;
  caf::typed_response_promise<std::int64_t> elapsed_;
};

// What all of them know, once it is over.
template <class T, class Atom>
std::vector<T> collect(Ensemble& ensemble, const std::vector<caf::actor>& actors, Atom atom) {
  std::vector<T> known;
  for (const auto& actor : actors) known.push_back(ensemble.ask<T>(actor, atom));
  return known;
}

}  // namespace agon
