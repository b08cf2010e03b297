package lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A workload's {@code .mas2j} template. <code>{infrastructure}</code> and <code>{programs}</code>
 * stand for the execution mode and the folder of the agents' programs, <code>#{key}</code> after an
 * agent for as many of them as the parameter says, numbered from 1.
 */
record Project(Path folder, String template) {

  private static final Pattern NUMBERED = Pattern.compile("(\\w+)(\\s+[\\w.]+)\\s+#\\{(\\w+)}");

  static Project load(Path programs, String workload) throws IOException {
    Path folder = programs.resolve(workload);
    return new Project(folder, Files.readString(folder.resolve(workload + ".mas2j")));
  }

  String fill(Arguments arguments) {
    String numbered = NUMBERED.matcher(template).replaceAll(agents -> expand(agents, arguments));
    return numbered
        .replace("{infrastructure}", infrastructure(arguments))
        .replace("{programs}", folder.toAbsolutePath().toString());
  }

  private static String infrastructure(Arguments arguments) {
    return Variant.of(arguments.get("variant")).infrastructure(arguments.number("threads"));
  }

  private static String expand(MatchResult agents, Arguments arguments) {
    String name = agents.group(1);
    String source = agents.group(2);
    int count = arguments.number(agents.group(3));
    // '#1' would leave the name without its number.
    String text = count == 1 ? name + "1" + source : name + source + " #" + count;
    return Matcher.quoteReplacement(text);
  }
}
