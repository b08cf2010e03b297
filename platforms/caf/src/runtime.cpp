#include "runtime.hpp"

namespace agon {

Runtime::Config::Config(std::size_t threads, std::size_t throughput) {
  set("scheduler.max-threads", threads);
  set("scheduler.max-throughput", throughput);
}

Runtime::Runtime(std::size_t threads, std::size_t throughput) : config_(threads, throughput), system_(config_) {}

Ensemble::~Ensemble() {
  for (const auto& actor : actors_) caf::anon_send_exit(actor, caf::exit_reason::user_shutdown);
  self_->await_all_other_actors_done();
}

}  // namespace agon
