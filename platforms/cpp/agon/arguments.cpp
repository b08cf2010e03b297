#include "agon/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

namespace agon {
namespace {

std::uint32_t parse(const std::string& word, std::uint32_t most, const std::string& where) {
  std::uint32_t n = 0;
  const auto end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, n);
  if (error != std::errc() || rest != end || n > most) {
    throw UsageError(where + ": '" + word + "' is no integer from 0 to " + std::to_string(most));
  }
  return n;
}

}  // namespace

Arguments::Arguments(const std::vector<std::string>& words) {
  for (const auto& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos) throw UsageError("'" + word + "' is not of the form key=value");
    const auto key = word.substr(0, equals);
    if (!values_.emplace(key, word.substr(equals + 1)).second) {
      throw UsageError("'" + key + "=' is given twice");
    }
  }
}

std::string Arguments::take(const std::string& key) {
  const auto node = values_.extract(key);
  if (node.empty()) throw UsageError("'" + key + "=' is missing");
  return node.mapped();
}

std::int64_t Arguments::take_integer(const std::string& key, std::int64_t least, std::int64_t most) {
  const auto text = take(key);
  std::int64_t value = 0;
  const auto end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || value < least || value > most) {
    throw UsageError(key + "=" + text + ": give an integer from " + std::to_string(least) + " to " +
                     std::to_string(most));
  }
  return value;
}

std::size_t Arguments::take_index(const std::string& key, const std::vector<std::string>& choices) {
  const auto text = take(key);
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  std::string known;
  for (const auto& choice : choices) known += (known.empty() ? "" : ", ") + choice;
  throw UsageError(key + "=" + text + ": give one of " + known);
}

std::string Arguments::take_text(const std::string& key) { return take(key); }

std::string Arguments::take_text(const std::string& key, const std::string& usual) {
  return values_.count(key) != 0 ? take(key) : usual;
}

bool Arguments::take_switch(const std::string& key) { return take_choice<bool>(key, {{"on", true}, {"off", false}}); }

std::filesystem::path Arguments::take_directory(const std::string& key) {
  const std::filesystem::path path = take(key);
  std::error_code ignored;  // whatever it is, there is no directory to use
  if (!std::filesystem::is_directory(path, ignored)) {
    throw UsageError(key + "=" + path.string() + ": there is no such directory");
  }
  return path;
}

std::filesystem::path Arguments::take_file(const std::string& key) {
  const std::filesystem::path path = take(key);
  std::error_code ignored;  // whatever it is, there is no file to read
  if (!std::filesystem::is_regular_file(path, ignored)) {
    throw UsageError(key + "=" + path.string() + ": there is no such file");
  }
  return path;
}

std::filesystem::path Arguments::take_path(const std::string& key) { return take(key); }

void Arguments::finish() const {
  if (!values_.empty()) throw UsageError("unknown argument '" + values_.begin()->first + "='");
}

std::vector<std::vector<std::uint32_t>> read_integers(const std::filesystem::path& path, std::uint32_t most) {
  std::ifstream file(path);
  std::vector<std::vector<std::uint32_t>> lists;
  for (std::string line; std::getline(file, line);) {
    auto& list = lists.emplace_back();
    const auto where = path.string() + ":" + std::to_string(lists.size());
    std::istringstream words(line);
    for (std::string word; words >> word;) list.push_back(parse(word, most, where));
  }
  return lists;
}

}  // namespace agon
