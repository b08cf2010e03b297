// The sockets between the sender and the receiver of one iteration.
#pragma once

#include "agon/workload/throughput.hpp"
#include "socket.hpp"

namespace agon {

struct Link {
  Link(const Context& context, Transport transport, std::uint64_t iteration);

  // The sender's ends.
  Socket out;
  Socket confirmations;
  // The receiver's.
  Socket in;
  Socket confirm;
};

}  // namespace agon
