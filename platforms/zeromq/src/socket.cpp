#include "socket.hpp"

#include <cerrno>
#include <stdexcept>

namespace agon {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error("ZeroMQ: " + what + ": " + zmq_strerror(zmq_errno()));
}

void require(bool ok, const char* what) {
  if (!ok) fail(what);
}

void require(bool ok, const std::string& what) {
  if (!ok) fail(what);
}

// A call that a signal interrupted is made again.
template <class Call>
int persist(Call call) {
  for (;;) {
    const auto result = call();
    if (result >= 0 || zmq_errno() != EINTR) return result;
  }
}

}  // namespace

Context::Context(int io_threads) : context_(zmq_ctx_new()) {
  require(context_ != nullptr, "no context");
  require(zmq_ctx_set(context_, ZMQ_IO_THREADS, io_threads) == 0, "so many threads");
}

Context::~Context() { zmq_ctx_term(context_); }

Message::Message(std::size_t size) {
  if (zmq_msg_init_size(&message_, size) != 0) fail("a message of " + std::to_string(size) + " bytes");
}

Message::Message(const char* bytes, std::size_t size) {
  // Without a function that frees them libzmq leaves the bytes alone, and keeps no count of who has them.
  if (zmq_msg_init_data(&message_, const_cast<char*>(bytes), size, nullptr, nullptr) != 0) fail("a message");
}

Socket::Socket(const Context& context, int type) : socket_(zmq_socket(context.get(), type)) {
  require(socket_ != nullptr, "no socket");
  set(ZMQ_LINGER, 0);
}

Socket::~Socket() { zmq_close(socket_); }

void Socket::set(int option, int value) {
  require(zmq_setsockopt(socket_, option, &value, sizeof value) == 0, "option " + std::to_string(option));
}

std::string Socket::bind(const std::string& address) {
  require(zmq_bind(socket_, address.c_str()) == 0, address);
  char bound[256];
  std::size_t size = sizeof bound;
  require(zmq_getsockopt(socket_, ZMQ_LAST_ENDPOINT, bound, &size) == 0, address);
  return bound;
}

void Socket::connect(const std::string& address) { require(zmq_connect(socket_, address.c_str()) == 0, address); }

void Socket::send(Message& message) {
  require(persist([&] { return zmq_msg_send(message.get(), socket_, 0); }) >= 0, "send");
}

void Socket::send(std::string_view bytes) {
  zmq_msg_t message;
  // As in Message; and what has been sent is empty, and need not be closed.
  const auto made = zmq_msg_init_data(&message, const_cast<char*>(bytes.data()), bytes.size(), nullptr, nullptr);
  require(made == 0 && persist([&] { return zmq_msg_send(&message, socket_, 0); }) >= 0, "send");
}

bool Socket::try_send(Message& message) {
  if (persist([&] { return zmq_msg_send(message.get(), socket_, ZMQ_DONTWAIT); }) >= 0) return true;
  require(zmq_errno() == EAGAIN, "send");
  return false;
}

void Socket::receive(Message& message) {
  require(persist([&] { return zmq_msg_recv(message.get(), socket_, 0); }) >= 0, "receive");
}

bool Socket::try_receive(Message& message) {
  if (persist([&] { return zmq_msg_recv(message.get(), socket_, ZMQ_DONTWAIT); }) >= 0) return true;
  require(zmq_errno() == EAGAIN, "receive");
  return false;
}

}  // namespace agon
