#include "envelope.hpp"

#include <cstring>
#include <stdexcept>

namespace agon {
namespace {

constexpr std::uint8_t string_type = 1;
constexpr std::size_t type_size = 1;  // of a type below 128

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

Envelope::Envelope(Pattern pattern, bool msgpack) : pattern_(pattern), msgpack_(msgpack) {
  msgpack_unpacked_init(&unpacked_);
}

Envelope::~Envelope() { msgpack_unpacked_destroy(&unpacked_); }

std::size_t Envelope::size_of(std::string_view text) const {
  const auto prefix = pattern_ == Pattern::myblock ? key(pattern_).size() + type_size : 0;
  return prefix + (msgpack_ ? header_size(text.size()) : 0) + text.size();
}

void Envelope::write(Message& message, std::string_view text) const {
  auto* cursor = message.data();
  msgpack_packer packer;
  msgpack_packer_init(&packer, &cursor, append);
  if (pattern_ == Pattern::myblock) {
    append(&cursor, key(pattern_).data(), key(pattern_).size());
    msgpack_pack_uint8(&packer, string_type);
  }
  if (msgpack_) {
    msgpack_pack_str(&packer, text.size());
    msgpack_pack_str_body(&packer, text.data(), text.size());
  } else {
    append(&cursor, text.data(), text.size());
  }
}

const msgpack_object& Envelope::next(std::string_view bytes, std::size_t& at) {
  if (msgpack_unpack_next(&unpacked_, bytes.data(), bytes.size(), &at) != MSGPACK_UNPACK_SUCCESS) {
    throw std::runtime_error("what was received is no MsgPack");
  }
  return unpacked_.data;
}

std::string_view Envelope::unpack(std::string_view bytes) {
  std::size_t at = 0;
  if (pattern_ == Pattern::myblock) {
    at = key(pattern_).size();
    const auto& type = next(bytes, at);
    if (type.type != MSGPACK_OBJECT_POSITIVE_INTEGER || type.via.u64 != string_type) {
      throw std::runtime_error("what was received is of an unknown type");
    }
  }
  if (!msgpack_) return bytes.substr(at);
  const auto& text = next(bytes, at);
  if (text.type != MSGPACK_OBJECT_STR || at != bytes.size()) {
    throw std::runtime_error("what was received is no MsgPack string");
  }
  return {text.via.str.ptr, text.via.str.size};
}

}  // namespace agon
