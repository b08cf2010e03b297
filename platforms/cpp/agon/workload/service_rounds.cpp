#include "agon/workload/service_rounds.hpp"

#include <string>

namespace agon {

ServiceRounds::ServiceRounds(Arguments& arguments)
    : rounds(static_cast<std::uint64_t>(arguments.take_integer("rounds", 1))),
      witness(arguments.take_switch("witness")),
      print(arguments.take_path("print")) {
  arguments.take_choice<int>("variant", {{"default", 0}});
  arguments.take_directory("samples");
}

Printer::Printer(const ServiceRounds& parameters) : last_(parameters.rounds), lines_(parameters.print) {}

void Printer::print(std::uint64_t round, std::uint64_t datum) {
  lines_.add(std::to_string(round) + ' ' + std::to_string(datum));
  if (round == last_) lines_.flush();
}

json::Object Answers::report(bool witness) const {
  json::Object report;
  report.add("answers", handled).add("sum", sum);
  if (witness) report.add("witness", acc);
  return report;
}

}  // namespace agon
