// The CRC-32 of zlib.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace agon {
namespace detail {

constexpr std::array<std::uint32_t, 256> crc32_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    auto crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320U : 0U);
    table[byte] = crc;
  }
  return table;
}

}  // namespace detail

inline std::uint32_t crc32(std::string_view text) {
  static constexpr auto table = detail::crc32_table();
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char c : text) crc = (crc >> 8) ^ table[(crc ^ static_cast<unsigned char>(c)) & 0xFFU];
  return ~crc;
}

}  // namespace agon
