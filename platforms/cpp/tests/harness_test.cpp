// Tests of what the C++ platforms share. Prints what failed and where; exit status 1 if anything did.
#include "agon/harness.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "agon/crc32.hpp"
#include "agon/files.hpp"
#include "agon/workload/chameneos.hpp"
#include "agon/workload/compute.hpp"
#include "agon/workload/echo.hpp"
#include "agon/workload/fibonacci.hpp"
#include "agon/workload/grid_swap.hpp"
#include "agon/workload/pipeline.hpp"
#include "agon/workload/service_rounds.hpp"
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

void expect_refused(const std::function<void()>& action, const std::string& wanted, int line) {
  std::string message = "nothing";
  try {
    action();
  } catch (const agon::UsageError& error) {
    message = error.what();
    if (message.find(wanted) != std::string::npos) return;
  }
  ++failures;
  std::cerr << "line " << line << ": said " << message << ", not " << wanted << '\n';
}

#define EXPECT_REFUSED(action, wanted) expect_refused([&] { action; }, wanted, __LINE__)

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
  EXPECT_REFUSED(agon::Arguments({"witness=some"}).take_switch("witness"), "give one of on, off");
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

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void files() {
  const Folder folder;
  const auto print = folder.path() / "print";
  std::ofstream(print) << "of the iteration before";
  agon::Lines::clear(print);
  {
    agon::Lines one(print);
    agon::Lines other(print);
    for (int line = 0; line < 20000; ++line) {  // more than fit into the buffers
      one.add("a line");
      other.add("another");
    }
    one.flush();
    other.flush();
  }
  std::ifstream file(print);
  int lines = 0;
  int of_one = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    of_one += line == "a line";
    if (line != "a line") EXPECT_EQUAL(line, "another");
  }
  EXPECT_EQUAL(lines, 40000);
  EXPECT_EQUAL(of_one, 20000);
  EXPECT_REFUSED(agon::Table(folder.path() / "no" / "such", "a"), "cannot be written");
}

void pipeline() {
  EXPECT_EQUAL(agon::crc32("123456789"), 0xCBF43926U);
  const Folder folder;
  const auto print = folder.path() / "print";
  const auto run = [&](const std::string& log, const std::string& work, const std::string& make) {
    auto words = with(folder, {"tasks=10", "log=" + log, "work=" + work, "make=" + make, "print=" + print.string(),
                               "witness=on", "variant=default"});
    const agon::Pipeline pipeline(words);
    pipeline.clear_log();
    std::array<agon::Stage, 3> stages{agon::Stage(pipeline, "Requested ", "Downloaded "),
                                      agon::Stage(pipeline, "Downloaded ", "Indexed "),
                                      agon::Stage(pipeline, "Indexed ", "Wrote ")};
    agon::Stop stop{agon::Clock::now()};
    for (agon::Requests requests(pipeline); requests.any();) {
      auto text = requests.take();
      for (auto& stage : stages) stage.make(text);
    }
    if (log == "console") EXPECT_EQUAL(text_of(print).rfind("9 Wrote 9 Requested 9\n") != std::string::npos, true);
    for (auto& stage : stages) stage.end(stop);
    EXPECT_EQUAL(stop.elapsed.count() > 0, true);
    return pipeline.report(stop).text();
  };
  const std::string cut = R"({"written":10,"characters":290,"crc":1968050575,"stages":[3992056295,2483677775]})";
  const std::string regex = R"({"written":10,"characters":210,"crc":1253348365,"stages":[1379692364,375022659]})";
  EXPECT_EQUAL(run("off", "cut", "before"), cut);
  EXPECT_EQUAL(run("off", "cut", "inside"), cut);
  EXPECT_EQUAL(run("off", "regex", "inside"), regex);
  EXPECT_EQUAL(std::filesystem::exists(print), false);
  EXPECT_EQUAL(run("on", "regex", "before"), regex);
  const auto log = text_of(print);
  EXPECT_EQUAL(std::count(log.begin(), log.end(), '\n'), 30);
  EXPECT_EQUAL(log.find("0 Indexed 0 Requested 0\n1 Indexed 1 Requested 1\n") != std::string::npos, true);
  EXPECT_EQUAL(run("console", "regex", "before"), regex);
}

void service_rounds() {
  const Folder folder;
  const auto print = folder.path() / "print";
  auto words = with(folder, {"rounds=3", "witness=on", "variant=default", "print=" + print.string()});
  const agon::ServiceRounds parameters(words);
  agon::Lines::clear(parameters.print);
  agon::Printer printer(parameters);
  for (std::uint64_t round = 1; round <= 3; ++round) printer.print(round, agon::datum(round));
  EXPECT_EQUAL(text_of(print), "1 7919\n2 15838\n3 23757\n");
  EXPECT_EQUAL(agon::datum(127), 5710U);  // 1005713 - 1000003
  EXPECT_EQUAL(agon::handled_by(agon::Party::printer, 2147483646), 2147483620U);
  EXPECT_EQUAL((agon::Answers{3, 5, 7}.report(true).text()), R"({"answers":3,"sum":5,"witness":7})");
}

void grid_swap() {
  using Then = agon::Cell::Then;
  const Folder folder;
  const auto input = folder.path() / "input";
  const auto ask = [&](const std::string& text) {
    std::ofstream(input) << text;
    auto words =
        with(folder, {"side=2", "active=100", "rounds=2", "witness=off", "variant=default", "input=" + input.string()});
    return agon::GridSwap(words);
  };
  const auto grid = ask("3 0\n");
  EXPECT_EQUAL(agon::json::encode(grid.active()), "[3,0]");
  agon::Cell one(grid, 0);
  agon::Cell other(grid, 1);
  std::array<int, 4> asked{};
  for (int request = 0; request < 400; ++request) ++asked[agon::Cell(grid, 1).ask()];
  EXPECT_EQUAL(asked[1], 0);
  EXPECT_EQUAL(asked[0] > 0 && asked[2] > 0 && asked[3] > 0, true);
  EXPECT_EQUAL(one.asked(7).has_value(), false);  // it starts active, and has yet to ask
  one.ask();
  EXPECT_EQUAL(other.asked(one.state()).value_or(9), 1U);
  EXPECT_EQUAL(one.asked(7).has_value(), false);  // it is in a transaction
  EXPECT_EQUAL(one.accepted(1) == Then::rest, true);
  EXPECT_EQUAL(one.state(), 1U);
  EXPECT_EQUAL(other.state(), 0U);
  one.ask();
  EXPECT_EQUAL(one.refused() == Then::ask, true);
  one.ask();
  EXPECT_EQUAL(one.accepted(2) == Then::enough, true);
  EXPECT_EQUAL(one.asked(7).has_value(), false);  // it has had swaps enough
  EXPECT_EQUAL(one.stop(), true);
  other.ask();
  EXPECT_EQUAL(other.stop(), false);
  EXPECT_EQUAL(other.refused() == Then::stopped, true);
  EXPECT_EQUAL(other.asked(7).has_value(), false);
  EXPECT_EQUAL(grid.report(5, {other, one}).text(), R"({"requests":4,"swaps":2})");
  EXPECT_EQUAL(text_of(folder.path() / "cells.csv"),
               "iteration,cell,requested,accepted,refused,state\n5,0,2,0,1,2\n5,1,0,1,1,0\n");
  EXPECT_REFUSED(ask("4\n"), "'4' is no integer from 0 to 3");
  EXPECT_REFUSED(ask("\n"), "must hold one line of cells");
}

const std::vector<std::pair<std::string, int>> one_variant{{"default", 0}};

void compute() {
  const Folder folder;
  int variant = 1;
  auto words = with(folder, {"agents=3", "operations=1000", "witness=on", "variant=default"});
  const agon::Compute compute(words, variant, one_variant);
  words.finish();
  auto shares = compute.shares();
  agon::Results results(shares.size(), compute.witness());
  for (std::size_t agent = shares.size(); agent > 0; --agent) {
    shares[agent - 1].compute();
    EXPECT_EQUAL(results.add(shares[agent - 1]), agent == 1);
  }
  EXPECT_EQUAL(results.report().text(), R"({"xor":2080284363,"steps":[334,333,333]})");
}

// Everybody's requests, those of one requester after the other.
std::string exchange(const agon::Echo& echo, const std::function<std::uint32_t(std::uint32_t, std::uint32_t)>& whom) {
  std::vector<agon::Requester> requesters;
  std::vector<agon::Replier> repliers;
  for (std::uint32_t number = 0; number < echo.repliers(); ++number) repliers.emplace_back(echo, number);
  for (std::uint32_t number = 0; number < echo.requesters(); ++number) {
    agon::Requester requester(echo, number);
    for (requester.begin(agon::Clock::now()); !requester.done();) {
      EXPECT_EQUAL(requester.wait().count(), 0);
      const auto replier = whom(number, requester.next());
      repliers[replier].answer(number, requester.next());
      requester.record(replier);
    }
    requesters.insert(requesters.begin(), requester);
  }
  return echo.report(0, requesters, repliers).text();
}

void echo() {
  const Folder folder;
  const auto input = folder.path() / "input";
  std::ofstream(input) << "0 1\n5 5\n7 9\n22000 52000\n";
  int variant = 1;
  const auto all = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"witness=off", "variant=default", "arrivals=constant", "input=" + input.string()});
    auto arguments = with(folder, std::move(words));
    auto echo = agon::Echo::all(arguments, variant, one_variant);
    arguments.finish();
    return echo;
  };
  std::vector<agon::Circle> circles;
  for (std::uint32_t own = 0; own < 4; ++own) circles.emplace_back(own, 4);
  EXPECT_EQUAL(exchange(all({"agents=4", "messages=7", "clock=off", "rate=0"}),
                        [&](std::uint32_t own, std::uint32_t) { return circles[own].next(); }),
               R"({"replies":28,"acc":[947564353,1860957282,516040324,30477216],"handled":[7,7,7,7]})");
  EXPECT_EQUAL(std::filesystem::exists(folder.path() / "rtt.csv"), false);

  const auto mass = [&](const std::string& receivers) {
    auto arguments = with(folder, {"senders=3", receivers, "messages=2", "clock=on", "rate=0", "arrivals=constant",
                                   "input=" + input.string(), "witness=on", "variant=default"});
    return agon::Echo::mass(arguments, variant, one_variant);
  };
  EXPECT_EQUAL(exchange(mass("receivers=2"), [](std::uint32_t own, std::uint32_t) { return own % 2; }),
               R"({"replies":6,"acc":[0,32,0],"handled":[4,2],"witness":[10,5]})");
  const auto times = text_of(folder.path() / "rtt.csv");
  EXPECT_EQUAL(times.rfind("iteration,agent,ns\n0,0,", 0), 0U);
  EXPECT_EQUAL(std::count(times.begin(), times.end(), '\n'), 7);
  EXPECT_REFUSED(mass("receivers=4"), "receivers=4: give an integer from 1 to 3");
  EXPECT_REFUSED(all({"agents=2", "messages=1", "clock=off", "rate=5"}), "rate=5: needs clock=on");

  const auto open = all({"agents=4", "messages=2", "clock=on", "rate=133"});
  EXPECT_REFUSED(all({"agents=4", "messages=3", "clock=on", "rate=5"}), "must hold 4 lines of 3 times");
  agon::Requester last(open, 3);
  last.begin(agon::Clock::now());
  EXPECT_EQUAL(last.wait() > std::chrono::milliseconds(10) && last.wait() <= std::chrono::milliseconds(22), true);
  last.begin(agon::Clock::now() - std::chrono::milliseconds(25));
  EXPECT_EQUAL(last.wait().count(), 0);
  last.record(0);
  EXPECT_EQUAL(last.wait().count() > 0, true);
}

// Reports how many iterations it has done, so that a new instance would be noticed.
class Counting : public agon::Workload {
 public:
  agon::Iteration iterate(std::uint64_t) override {
    return {std::chrono::nanoseconds(7), agon::json::Object().add("done", ++done_)};
  }

 private:
  std::uint64_t done_ = 0;
};

struct Outcome {
  int status;
  std::string out;
  std::string error;
  std::string unread;
};

// The output of the program, and what it leaves of its input.
Outcome run(const std::string& iterations, const std::string& orders) {
  const agon::Platform platform{
      "1", {{"count", [](agon::Arguments&, std::size_t) { return std::make_unique<Counting>(); }}}};
  std::vector<std::string> words{"program", "count", "threads=1", "seed=1", "iterations=" + iterations};
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  std::istringstream in(orders);
  std::ostringstream out;
  std::ostringstream error;
  const auto cin = std::cin.rdbuf(in.rdbuf());
  const auto cout = std::cout.rdbuf(out.rdbuf());
  const auto cerr = std::cerr.rdbuf(error.rdbuf());
  std::cin.clear();
  const auto status = agon::run(static_cast<int>(argv.size()), argv.data(), platform);
  std::cin.rdbuf(cin);
  std::cout.rdbuf(cout);
  std::cerr.rdbuf(cerr);
  std::cin.clear();
  return {status, out.str(), error.str(), std::string(std::istreambuf_iterator<char>(in), {})};
}

// The lines of so many iterations.
std::string lines(int iterations) {
  std::string text = "{\"event\":\"ready\"}\n";
  for (int index = 0; index < iterations; ++index) {
    text += R"({"event":"iteration","index":)" + std::to_string(index) + R"(,"elapsed_ns":7,"report":{"done":)" +
            std::to_string(index + 1) + "}}\n";
  }
  return text;
}

void repetition() {
  const auto given = run("3", "5\n");
  EXPECT_EQUAL(given.status, 0);
  EXPECT_EQUAL(given.out, lines(3));
  EXPECT_EQUAL(given.unread, "5\n");

  const auto requested = run("0", "2\n1\n0\n5\n");
  EXPECT_EQUAL(requested.status, 0);
  EXPECT_EQUAL(requested.out, lines(3));
  EXPECT_EQUAL(requested.unread, "5\n");

  for (const auto* orders : {"2\n", "2"}) {
    const auto ended = run("0", orders);
    EXPECT_EQUAL(ended.status, 0);
    EXPECT_EQUAL(ended.out, lines(2));
  }
  for (const auto* orders : {"", "0\n"}) {
    const auto none = run("0", orders);
    EXPECT_EQUAL(none.status, 0);
    EXPECT_EQUAL(none.out, lines(0));
  }
  for (const std::string line : {"x", "", "-1", "+1", " 1", "1 2", "1.5", "18446744073709551616"}) {
    const auto wrong = run("0", "1\n" + line + "\n1\n");
    EXPECT_EQUAL(wrong.status, 1);
    EXPECT_EQUAL(wrong.out, lines(1));
    EXPECT_EQUAL(wrong.error, "standard input: '" + line + "' is no number of iterations\n");
  }
  EXPECT_EQUAL(run("-1", "").status, 2);
}

}  // namespace

int main() {
  arguments();
  json();
  token_ring();
  chameneos();
  fibonacci();
  files();
  pipeline();
  service_rounds();
  grid_swap();
  compute();
  echo();
  repetition();
  return failures == 0 ? 0 : 1;
}
