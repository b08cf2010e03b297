#include <zmq.h>

#include <string>

#include "agon/harness.hpp"
#include "workloads.hpp"

namespace {

std::string version() {
  int major = 0;
  int minor = 0;
  int patch = 0;
  zmq_version(&major, &minor, &patch);
  return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
}

}  // namespace

int main(int argc, char** argv) {
  return agon::run(argc, argv,
                   {version(),
                    {{"throughput", agon::prepare_throughput},
                     {"remote-throughput", agon::prepare_remote_throughput},
                     {"remote-ask", agon::prepare_remote_ask}}});
}
