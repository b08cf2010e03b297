#include <caf/config.hpp>
#include <string>

#include "agon/harness.hpp"
#include "workloads.hpp"

namespace {

std::string version() {
  return std::to_string(CAF_MAJOR_VERSION) + '.' + std::to_string(CAF_MINOR_VERSION) + '.' +
         std::to_string(CAF_PATCH_VERSION);
}

}  // namespace

int main(int argc, char** argv) {
  return agon::run(argc, argv,
                   {version(),
                    {{"token-ring", agon::prepare_token_ring},
                     {"chameneos", agon::prepare_chameneos},
                     {"fibonacci", agon::prepare_fibonacci},
                     {"pipeline", agon::prepare_pipeline},
                     {"service-rounds", agon::prepare_service_rounds},
                     {"grid-swap", agon::prepare_grid_swap},
                     {"compute", agon::prepare_compute},
                     {"echo-all", agon::prepare_echo_all},
                     {"mass-reception", agon::prepare_mass_reception},
                     {"throughput", agon::prepare_throughput}}});
}
