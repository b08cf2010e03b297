// How a string becomes a message, and a message a string again.
#pragma once

#include <msgpack.h>

#include <cstddef>
#include <string_view>

#include "socket.hpp"

namespace agon {

class Envelope {
 public:
  explicit Envelope(bool msgpack);
  ~Envelope();

  Envelope(const Envelope&) = delete;
  Envelope& operator=(const Envelope&) = delete;

  // Whether strings go as they are, without being copied into a message.
  bool bare() const { return !msgpack_; }

  // A message for a string of that length as MsgPack, and the string written into it.
  static std::size_t size_of(std::string_view text);
  static void write(Message& message, std::string_view text);

  // The string in a message's bytes, which it lives in. Throws runtime_error if there is none.
  std::string_view open(std::string_view bytes) { return bare() ? bytes : unpack(bytes); }

 private:
  std::string_view unpack(std::string_view bytes);

  bool msgpack_;
  msgpack_unpacked unpacked_;
};

}  // namespace agon
