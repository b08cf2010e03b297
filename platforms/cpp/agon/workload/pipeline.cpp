#include "agon/workload/pipeline.hpp"

namespace agon {

Pipeline::Pipeline(Arguments& arguments)
    : tasks(arguments.take_integer("tasks", 0)),
      log(arguments.take_switch("log")),
      witness(arguments.take_switch("witness")),
      print(arguments.take_path("print")) {
  arguments.take_choice<int>("variant", {{"default", 0}});
  arguments.take_directory("samples");
}

std::vector<std::string> Pipeline::requests() const {
  std::vector<std::string> requests;
  requests.reserve(static_cast<std::size_t>(tasks));
  for (std::int64_t task = 0; task < tasks; ++task) requests.push_back("Requested " + std::to_string(task));
  return requests;
}

void Pipeline::clear_log() const {
  if (log) Lines::clear(print);
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

Stage::Stage(const Pipeline& pipeline, std::string_view word)
    : word_(word), witness_(pipeline.witness), log_(pipeline.log ? std::make_unique<Lines>(pipeline.print) : nullptr) {}

void Stage::end(Stop& stop) {
  if (log_) log_->flush();
  stop.stages.push_back(made_);
  stop.elapsed = Clock::now() - stop.begun;
}

}  // namespace agon
