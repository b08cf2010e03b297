#include "runtime.hpp"

namespace agon {

Ensemble::~Ensemble() {
  for (const auto& actor : actors_) caf::anon_send_exit(actor, caf::exit_reason::user_shutdown);
  self_->await_all_other_actors_done();
}

}  // namespace agon
