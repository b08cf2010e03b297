#include "agon/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <utility>

#include "agon/arguments.hpp"

namespace agon {

Lines::Lines(const std::filesystem::path& path)
    : path_(path), file_(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666)) {
  if (file_ < 0) throw std::runtime_error(path.string() + " cannot be written: " + std::strerror(errno));
  buffer_.reserve(limit + 1024);
}

Lines::~Lines() { close(file_); }

void Lines::flush() {
  for (std::string_view rest = buffer_; !rest.empty();) {
    const auto written = write(file_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      std::cerr << path_.string() << " cannot be written: " << std::strerror(errno) << std::endl;
      std::_Exit(1);
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void Lines::clear(const std::filesystem::path& path) {
  if (!std::ofstream(path, std::ios::trunc)) throw std::runtime_error(path.string() + " cannot be written");
}

Table::Table(std::filesystem::path path, std::string_view header) : path_(std::move(path)) {
  std::ofstream file(path_);
  if (!(file << header << '\n' << std::flush)) throw UsageError(path_.string() + " cannot be written");
}

void Table::add(const std::function<void(std::ostream&)>& write) const {
  std::ofstream file(path_, std::ios::app);
  write(file);
  if (!file.flush()) throw std::runtime_error(path_.string() + " cannot be written");
}

}  // namespace agon
