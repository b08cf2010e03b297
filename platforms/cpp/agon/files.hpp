// The files that a workload writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

namespace agon {

// Writes lines to the end of a file, through a buffer. Several writers of one file take turns by whole lines.
class Lines {
 public:
  explicit Lines(const std::filesystem::path& path);
  ~Lines();

  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  void add(std::string_view line) {
    buffer_ += line;
    buffer_ += '\n';
    if (buffer_.size() > limit) flush();
  }

  // Writes to the file what is buffered. If that fails the program ends: no actor could do anything about it.
  void flush();

  // Empties the file, or makes it.
  static void clear(const std::filesystem::path& path);

 private:
  static constexpr std::size_t limit = 64 * 1024;

  std::filesystem::path path_;
  int file_;
  std::string buffer_;
};

// A CSV file with the rows of all iterations.
class Table {
 public:
  // Begins the file. Throws UsageError if it cannot be written.
  Table(std::filesystem::path path, std::string_view header);

  // Adds the rows of one iteration.
  void add(const std::function<void(std::ostream&)>& write) const;

 private:
  std::filesystem::path path_;
};

}  // namespace agon
