#include "agon/workload/pipeline.hpp"

#include <regex>

namespace agon {

Pipeline::Pipeline(Arguments& arguments)
    : tasks(arguments.take_integer("tasks", 0)),
      log(arguments.take_choice<Log>("log", {{"off", Log::off}, {"on", Log::on}, {"console", Log::console}})),
      regex(arguments.take_choice<bool>("work", {{"cut", false}, {"regex", true}})),
      inside(arguments.take_choice<bool>("make", {{"before", false}, {"inside", true}})),
      witness(arguments.take_switch("witness")),
      print(arguments.take_path("print")) {
  arguments.take_choice<int>("variant", {{"default", 0}});
  arguments.take_directory("samples");
}

std::string Pipeline::request(std::int64_t task) const {
  const auto number = std::to_string(task);
  if (witness) return number + " Requested " + number + " Requested " + number;
  return "Requested " + number;
}

void Pipeline::clear_log() const {
  if (log == Log::on) Lines::clear(print);
}

Requests::Requests(const Pipeline& pipeline) : pipeline_(pipeline) {
  if (pipeline.inside) return;
  made_.reserve(static_cast<std::size_t>(pipeline.tasks));
  for (std::int64_t task = 0; task < pipeline.tasks; ++task) made_.push_back(pipeline.request(task));
}

json::Object Pipeline::report(const Stop& stop) const {
  const auto& download = stop.stages.at(0);
  const auto& index = stop.stages.at(1);
  const auto& write = stop.stages.at(2);
  json::Object report;
  report.add("written", write.strings).add("characters", write.characters);
  if (witness) report.add("crc", write.crc).add("stages", std::vector{download.crc, index.crc});
  return report;
}

Stage::Stage(const Pipeline& pipeline, std::string_view before, std::string_view word)
    : before_(before),
      word_(word),
      regex_(pipeline.regex),
      console_(pipeline.log == Log::console),
      witness_(pipeline.witness),
      log_(pipeline.log == Log::off ? nullptr : std::make_unique<Lines>(pipeline.print)) {}

void Stage::replace_first(std::string& text) const {
  text = std::regex_replace(text, std::regex(before_), word_, std::regex_constants::format_first_only);
}

void Stage::end(Stop& stop) {
  if (log_) log_->flush();
  stop.stages.push_back(made_);
  stop.elapsed = Clock::now() - stop.begun;
}

}  // namespace agon
