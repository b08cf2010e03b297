// Tests of what the C++ platforms share. Says what failed and where; exit status 1 if anything did.
#include "agon/harness.hpp"

#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "agon/workload/chameneos.hpp"
#include "agon/workload/fibonacci.hpp"
#include "agon/workload/token_ring.hpp"

namespace {

int failures = 0;

template <class T, class U>
void expect_equal(const T& found, const U& wanted, int line) {
  if (found == wanted) return;
  ++failures;
  std::cerr << "line " << line << ": found " << found << ", not " << wanted << '\n';
}

#define EXPECT_EQUAL(found, wanted) expect_equal(found, wanted, __LINE__)

void expect_refused(const std::function<void()>& action, const std::string& said, int line) {
  std::string message = "nothing";
  try {
    action();
  } catch (const agon::UsageError& error) {
    message = error.what();
    if (message.find(said) != std::string::npos) return;
  }
  ++failures;
  std::cerr << "line " << line << ": said " << message << ", not " << said << '\n';
}

#define EXPECT_REFUSED(action, said) expect_refused([&] { action; }, said, __LINE__)

// A folder that is gone at the end.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / "agon-cpp-XXXXXX") {
    auto name = path_.string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + " cannot be made");
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

agon::Arguments with(const Folder& folder, std::vector<std::string> words) {
  words.push_back("samples=" + folder.path().string());
  return agon::Arguments(words);
}

void arguments() {
  agon::Arguments some({"a=1", "b=x", "c=9223372036854775807", "d=-1", "e=1.5", "f="});
  EXPECT_EQUAL(some.take_integer("a", 1), 1);
  EXPECT_REFUSED(some.take_integer("a", 1), "'a=' is missing");
  EXPECT_EQUAL((some.take_choice<int>("b", {{"w", 1}, {"x", 2}})), 2);
  EXPECT_EQUAL(some.take_integer("c", 0), 9223372036854775807);
  EXPECT_REFUSED(some.finish(), "unknown argument 'd='");
  EXPECT_REFUSED(some.take_integer("d", 0), "d=-1: give an integer from 0");
  EXPECT_REFUSED(some.take_integer("e", 0), "e=1.5");
  EXPECT_REFUSED(some.take_integer("f", 0), "f=");
  some.finish();
  EXPECT_REFUSED(agon::Arguments({"a=9223372036854775808"}).take_integer("a", 0), "give an integer");
  EXPECT_REFUSED(agon::Arguments({"fast"}), "'fast' is not of the form key=value");
  EXPECT_REFUSED(agon::Arguments({"a=1", "a=2"}), "'a=' is given twice");
  EXPECT_REFUSED(agon::Arguments({"witness=some"}).take_witness(), "give one of on, off");
  EXPECT_REFUSED(agon::Arguments({"s=/no/such"}).take_directory("s"), "no such directory");
  EXPECT_REFUSED(agon::Arguments({"i=/no/such"}).take_file("i"), "no such file");
}

void json() {
  const std::vector<std::vector<int>> lists{{1, -2}, {}};
  EXPECT_EQUAL(agon::json::Object().add("lists", lists).add("name", "blue").text(),
               R"({"lists":[[1,-2],[]],"name":"blue"})");
  EXPECT_EQUAL(agon::json::Object().add("report", agon::json::Object()).text(), R"({"report":{}})");
}

void token_ring() {
  const Folder folder;
  auto words = with(folder, {"workers=7", "tokens=10", "passes=23", "witness=on", "variant=default"});
  const agon::TokenRing ring(words);
  std::vector<std::uint32_t> starts;
  for (std::uint32_t token = 1; token <= ring.tokens; ++token) starts.push_back(ring.start(token));
  EXPECT_EQUAL(agon::json::encode(starts), "[1,1,2,3,4,4,5,6,6,7]");
  std::uint64_t acc = 0;
  for (std::uint32_t pass = 0; pass < 23; ++pass) acc = agon::pass_on(acc, pass % 7 + 1);
  EXPECT_EQUAL(acc, 223698780U);  // token 1 of the protocol's example
  agon::TokenEnds ends(ring);
  for (std::uint32_t token = 10; token > 1; --token) EXPECT_EQUAL(ends.add(token, token, 0), false);
  EXPECT_EQUAL(ends.add(1, 1, 5), true);
  EXPECT_EQUAL(ends.report().text(), R"({"ends":[1,2,3,4,5,6,7,8,9,10],"witness":[5,0,0,0,0,0,0,0,0,0]})");
}

void chameneos() {
  using agon::Colour;
  const Folder folder;
  auto words = with(folder, {"creatures=2", "meetings=1", "witness=on", "variant=default"});
  const agon::Chameneos parameters(words);
  agon::Diaries diaries(parameters);
  agon::Diary blue(1);
  agon::Diary red(2);
  blue.meet(2, Colour::red, true);
  red.meet(1, Colour::blue, true);
  EXPECT_EQUAL(diaries.add(red), false);
  EXPECT_EQUAL(diaries.add(blue), true);
  EXPECT_EQUAL(diaries.report().text(),
               R"({"complements":[["blue","yellow","red"],["yellow","red","blue"],["red","blue","yellow"]],)"
               R"("initial":["blue","red"],"final":["yellow","yellow"],"meetings":[1,1],"self":[0,0],)"
               R"("witness":[[0,1,0],[1,0,0],[0,0,0]]})");
}

void fibonacci() {
  const Folder folder;
  const auto input = folder.path() / "input";
  const auto ask = [&](const std::string& text) {
    std::ofstream(input) << text;
    auto words = with(folder, {"clients=2", "requests=2", "max_n=20", "witness=off", "input=" + input.string()});
    return agon::Fibonacci(words);
  };
  const auto service = ask("1 2\n3 20\n");
  EXPECT_EQUAL(agon::json::encode(service.requests()), "[[1,2],[3,20]]");
  EXPECT_EQUAL(agon::fib(20), 6765U);
  service.report(7, {{1, 20, 6765, std::chrono::nanoseconds(5)}});
  std::ifstream points(folder.path() / "points.csv");
  const std::string written(std::istreambuf_iterator<char>(points), {});
  EXPECT_EQUAL(written, "iteration,client,n,value,ns\n7,1,20,6765,5\n");
  EXPECT_REFUSED(ask("1 2\n"), "must hold 2 lines, holds 1");
  EXPECT_REFUSED(ask("1 2\n3\n"), ":2: must hold 2 integers, holds 1");
  EXPECT_REFUSED(ask("1 2\n3 21\n"), "'21' is no integer from 0 to 20");
  EXPECT_REFUSED(ask("1 2\n3 -1\n"), "'-1' is no integer");
}

}  // namespace

int main() {
  arguments();
  json();
  token_ring();
  chameneos();
  fibonacci();
  return failures == 0 ? 0 : 1;
}
