// A string as one of MsgPack's, and back: a header before the characters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace agon::msgpack {

inline std::vector<char> pack(std::string_view text) {
  char header[5];
  std::size_t length = 0;
  const auto add = [&](std::size_t byte) { header[length++] = static_cast<char>(byte & 0xFFU); };
  const auto size = text.size();
  if (size < 0x20) {
    add(0xA0 | size);
  } else {
    const auto bytes = size < 0x100 ? 1 : size < 0x10000 ? 2 : 4;
    add(bytes == 1 ? 0xD9 : bytes == 2 ? 0xDA : 0xDB);
    for (auto shift = 8 * bytes; shift > 0; shift -= 8) add(size >> (shift - 8));
  }
  std::vector<char> packed;
  packed.reserve(length + size);
  packed.insert(packed.end(), header, header + length);
  packed.insert(packed.end(), text.begin(), text.end());
  return packed;
}

// The string that was packed, where it lies. Throws runtime_error if there is none.
inline std::string_view unpack(const std::vector<char>& packed) {
  const auto byte = [&](std::size_t at) {
    return at < packed.size() ? std::size_t{static_cast<unsigned char>(packed[at])} : 0;
  };
  const auto first = byte(0);
  const std::size_t bytes = first == 0xD9 ? 1 : first == 0xDA ? 2 : first == 0xDB ? 4 : 0;
  std::size_t size = first & 0x1FU;
  if (bytes > 0) {
    size = 0;
    for (std::size_t i = 1; i <= bytes; ++i) size = size << 8 | byte(i);
  }
  if ((bytes == 0 && (first & 0xE0U) != 0xA0) || packed.size() != 1 + bytes + size) {
    throw std::runtime_error("a message is not one MsgPack string");
  }
  return {packed.data() + 1 + bytes, size};
}

}  // namespace agon::msgpack
