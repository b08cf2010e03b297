#include "link.hpp"

#include <unistd.h>

#include <string>

namespace agon {
namespace {

std::string address(Transport transport, const std::string& name) {
  switch (transport) {
    case Transport::inproc:
      return "inproc://" + name;
    case Transport::ipc:
      // Of Linux's abstract names: there is no file, and nothing to tidy up.
      return "ipc://@agon-" + std::to_string(getpid()) + '-' + name;
    default:
      return "tcp://127.0.0.1:*";
  }
}

}  // namespace

Link::Link(const Context& context, Transport transport, std::uint64_t iteration)
    : out(context, ZMQ_PUSH), confirmations(context, ZMQ_PULL), in(context, ZMQ_PULL), confirm(context, ZMQ_PUSH) {
  // The sockets of the iteration before give their names back when it suits them.
  const auto number = std::to_string(iteration);
  in.connect(out.bind(address(transport, "messages-" + number)));
  confirm.connect(confirmations.bind(address(transport, "confirmations-" + number)));
}

}  // namespace agon
