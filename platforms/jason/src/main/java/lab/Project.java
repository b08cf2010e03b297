package lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A workload's project, made from its {@code .mas2j} template: platforms/agentspeak/README.md
 * describes the placeholders.
 */
record Project(String text) {
  /** The folder of the platform. */
  static final Path SOURCE = Path.of(System.getProperty("agon.source", ".")).toAbsolutePath();

  /** The folder of the programs, which are not Jason's alone. */
  private static final Path PROGRAMS = SOURCE.normalize().resolveSibling("agentspeak");

  private static final Pattern NUMBERED = Pattern.compile("(\\w+)(\\s+[^;#]+?)\\s*#\\{(\\w+)}");

  static Project load(String workload, Execution execution, Map<String, Long> numbers)
      throws IOException {
    Path folder = PROGRAMS.resolve(workload);
    String template = Files.readString(folder.resolve(workload + ".mas2j"));
    return new Project(
        NUMBERED
            .matcher(template)
            .replaceAll(agents -> number(agents, numbers))
            .replace("{infrastructure}", execution.clauses())
            .replace("{programs}", folder.toString())
            .replace("{asl}", PROGRAMS.toString()));
  }

  private static String number(MatchResult agents, Map<String, Long> numbers) {
    String name = agents.group(1);
    String program = agents.group(2);
    long count = numbers.get(agents.group(3));
    // '#1' would leave the name without its number.
    String text = count == 1 ? name + "1" + program : name + program + " #" + count;
    return Matcher.quoteReplacement(text);
  }
}
