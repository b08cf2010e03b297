// The key=value arguments of the command line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace agon {

// The command line, or the input it names, asks for something that cannot be done.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The arguments that have not been taken yet. All that take one throw UsageError if it is missing or wrong.
class Arguments {
 public:
  explicit Arguments(const std::vector<std::string>& words);

  std::int64_t take_integer(const std::string& key, std::int64_t least,
                            std::int64_t most = std::numeric_limits<std::int64_t>::max());

  template <class T>
  T take_choice(const std::string& key, const std::vector<std::pair<std::string, T>>& choices) {
    std::vector<std::string> names;
    for (const auto& choice : choices) names.push_back(choice.first);
    return choices[take_index(key, names)].second;
  }

  bool take_switch(const std::string& key);
  std::string take_text(const std::string& key);
  // What may be missing.
  std::string take_text(const std::string& key, const std::string& usual);
  std::filesystem::path take_directory(const std::string& key);
  std::filesystem::path take_file(const std::string& key);
  std::filesystem::path take_path(const std::string& key);

  // Throws UsageError if an argument is left: it is unknown.
  void finish() const;

 private:
  std::string take(const std::string& key);
  std::size_t take_index(const std::string& key, const std::vector<std::string>& choices);

  std::map<std::string, std::string> values_;
};

// The lists of integers, a line each, of an input file. Throws UsageError if one is no integer from 0 to `most`.
std::vector<std::vector<std::uint32_t>> read_integers(const std::filesystem::path& path, std::uint32_t most);

}  // namespace agon
