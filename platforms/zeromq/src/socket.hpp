// libzmq's sockets and messages as C++ objects. What fails is thrown as a runtime_error with what and why.
#pragma once

#include <zmq.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace agon {

class Context {
 public:
  explicit Context(int io_threads);
  ~Context();

  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  void* get() const { return context_; }

 private:
  void* context_;
};

class Message {
 public:
  Message() { zmq_msg_init(&message_); }
  explicit Message(std::size_t size);
  // Of bytes that stay where they are, unchanged, until the message is gone.
  Message(const char* bytes, std::size_t size);
  ~Message() { zmq_msg_close(&message_); }

  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;

  zmq_msg_t* get() { return &message_; }
  char* data() { return static_cast<char*>(zmq_msg_data(&message_)); }
  std::size_t size() const { return zmq_msg_size(&message_); }
  std::string_view bytes() { return {data(), size()}; }

 private:
  zmq_msg_t message_;
};

class Socket {
 public:
  Socket(const Context& context, int type);
  ~Socket();

  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  void set(int option, int value);
  // Binds to the address, whose port may be left open, and returns the actual address.
  std::string bind(const std::string& address);
  void connect(const std::string& address);

  // Takes the message over.
  void send(Message& message);
  // Sends bytes that stay where they are, unchanged, until the receiver has done with them.
  void send(std::string_view bytes);
  // False, and the message is as it was, if there is no room.
  bool try_send(Message& message);
  void receive(Message& message);
  bool try_receive(Message& message);

 private:
  void* socket_;
};

}  // namespace agon
