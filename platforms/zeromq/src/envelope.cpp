#include "envelope.hpp"

#include <cstring>
#include <stdexcept>

namespace agon {
namespace {

// What MsgPack puts before a string of that length.
std::size_t header_size(std::size_t length) {
  if (length < 1U << 5) return 1;
  if (length < 1U << 8) return 2;
  return length < 1U << 16 ? 3 : 5;
}

int append(void* cursor, const char* bytes, std::size_t size) {
  auto& to = *static_cast<char**>(cursor);
  std::memcpy(to, bytes, size);
  to += size;
  return 0;
}

}  // namespace

Envelope::Envelope(bool msgpack) : msgpack_(msgpack) { msgpack_unpacked_init(&unpacked_); }

Envelope::~Envelope() { msgpack_unpacked_destroy(&unpacked_); }

std::size_t Envelope::size_of(std::string_view text) { return header_size(text.size()) + text.size(); }

void Envelope::write(Message& message, std::string_view text) {
  auto* cursor = message.data();
  msgpack_packer packer;
  msgpack_packer_init(&packer, &cursor, append);
  msgpack_pack_str(&packer, text.size());
  msgpack_pack_str_body(&packer, text.data(), text.size());
}

std::string_view Envelope::unpack(std::string_view bytes) {
  std::size_t at = 0;
  if (msgpack_unpack_next(&unpacked_, bytes.data(), bytes.size(), &at) != MSGPACK_UNPACK_SUCCESS) {
    throw std::runtime_error("what was received is no MsgPack");
  }
  const auto& text = unpacked_.data;
  if (text.type != MSGPACK_OBJECT_STR || at != bytes.size()) {
    throw std::runtime_error("what was received is no MsgPack string");
  }
  return {text.via.str.ptr, text.via.str.size};
}

}  // namespace agon
