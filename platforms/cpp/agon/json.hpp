// JSON as far as reports need it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace agon::json {

template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
std::string encode(T number) {
  return std::to_string(number);
}

// The strings are names out of the programs: nothing in them needs an escape.
inline std::string encode(std::string_view name) { return '"' + std::string(name) + '"'; }

template <class T>
std::string encode(const std::vector<T>& values);
template <class T, std::size_t N>
std::string encode(const std::array<T, N>& values);

template <class Range>
std::string encode_list(const Range& values) {
  std::string list = "[";
  for (const auto& value : values) {
    if (list.size() > 1) list += ',';
    list += encode(value);
  }
  return list + ']';
}

template <class T>
std::string encode(const std::vector<T>& values) {
  return encode_list(values);
}

template <class T, std::size_t N>
std::string encode(const std::array<T, N>& values) {
  return encode_list(values);
}

// An object whose members stand in the order in which they were added.
class Object {
 public:
  template <class T>
  Object& add(std::string_view key, const T& value) {
    return add_encoded(key, encode(value));
  }

  Object& add(std::string_view key, const Object& value) { return add_encoded(key, value.text()); }

  std::string text() const { return '{' + members_ + '}'; }

 private:
  Object& add_encoded(std::string_view key, const std::string& value) {
    if (!members_.empty()) members_ += ',';
    members_ += encode(key) + ':' + value;
    return *this;
  }

  std::string members_;
};

}  // namespace agon::json
