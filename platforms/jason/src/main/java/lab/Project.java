package lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A workload's project, made from its {@code .mas2j} template. There <code>{infrastructure}</code>
 * stands for the execution mode, <code>{programs}</code> for the folder of the agents' programs,
 * <code>{asl}</code> for that of all workloads' programs, <code>#{key}</code> after an agent for as
 * many of them as the parameter says, numbered from 1.
 */
record Project(String text) {
  /** The folder of the platform, where the programs are. */
  static final Path SOURCE = Path.of(System.getProperty("agon.source", "."));

  private static final Pattern NUMBERED = Pattern.compile("(\\w+)(\\s+[^;#]+?)\\s*#\\{(\\w+)}");

  static Project load(String workload, Execution execution, Map<String, Long> numbers)
      throws IOException {
    Path folder = SOURCE.resolve("asl").resolve(workload).toAbsolutePath();
    String template = Files.readString(folder.resolve(workload + ".mas2j"));
    return new Project(
        NUMBERED
            .matcher(template)
            .replaceAll(agents -> number(agents, numbers))
            .replace("{infrastructure}", execution.clauses())
            .replace("{programs}", folder.toString())
            .replace("{asl}", folder.getParent().toString()));
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
