// The workloads that ZeroMQ offers.
#pragma once

#include <cstddef>
#include <memory>

#include "agon/harness.hpp"

namespace agon {

std::unique_ptr<Workload> prepare_throughput(Arguments& arguments, std::size_t threads);
std::unique_ptr<Workload> prepare_remote_throughput(Arguments& arguments, std::size_t threads);
std::unique_ptr<Workload> prepare_remote_ask(Arguments& arguments, std::size_t threads);

}  // namespace agon
