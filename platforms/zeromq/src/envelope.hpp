// How a string becomes a message, and a message a string again.
#pragma once

#include <msgpack.h>

#include <cstdint>
#include <string_view>

#include "socket.hpp"

namespace agon {

// Which sockets lie between the two, and what stands before a string.
enum class Pattern {
  pipe,     // PUSH and PULL: the string alone
  myblock,  // PUB and SUB: a topic's key of three bytes, a type as MsgPack, then the string
};

class Envelope {
 public:
  Envelope(Pattern pattern, bool msgpack);
  ~Envelope();

  Envelope(const Envelope&) = delete;
  Envelope& operator=(const Envelope&) = delete;

  // What every message of the pattern begins with; also a message that says nothing.
  static std::string_view key(Pattern pattern) { return pattern == Pattern::myblock ? "agn" : ""; }

  // Whether strings go as they are, without being copied into a message.
  bool bare() const { return pattern_ == Pattern::pipe && !msgpack_; }

  // A message for a string of that length, and the string written into it.
  std::size_t size_of(std::string_view text) const;
  void write(Message& message, std::string_view text) const;

  // The string in a message's bytes, which it lives in. Throws runtime_error if there is none.
  std::string_view open(std::string_view bytes) { return bare() ? bytes : unpack(bytes); }

 private:
  std::string_view unpack(std::string_view bytes);
  const msgpack_object& next(std::string_view bytes, std::size_t& at);

  Pattern pattern_;
  bool msgpack_;
  msgpack_unpacked unpacked_;
};

}  // namespace agon
