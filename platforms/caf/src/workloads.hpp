// The workloads that CAF offers.
#pragma once

#include <cstddef>
#include <memory>

#include "agon/harness.hpp"

namespace agon {

std::unique_ptr<Workload> prepare_token_ring(Arguments& arguments, std::size_t threads);
std::unique_ptr<Workload> prepare_chameneos(Arguments& arguments, std::size_t threads);
std::unique_ptr<Workload> prepare_fibonacci(Arguments& arguments, std::size_t threads);
std::unique_ptr<Workload> prepare_pipeline(Arguments& arguments, std::size_t threads);
std::unique_ptr<Workload> prepare_service_rounds(Arguments& arguments, std::size_t threads);
std::unique_ptr<Workload> prepare_grid_swap(Arguments& arguments, std::size_t threads);
std::unique_ptr<Workload> prepare_compute(Arguments& arguments, std::size_t threads);
std::unique_ptr<Workload> prepare_echo_all(Arguments& arguments, std::size_t threads);
std::unique_ptr<Workload> prepare_mass_reception(Arguments& arguments, std::size_t threads);
std::unique_ptr<Workload> prepare_throughput(Arguments& arguments, std::size_t threads);

}  // namespace agon
