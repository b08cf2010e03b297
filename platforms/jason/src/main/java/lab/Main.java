package lab;

import jason.JasonException;
import jason.infra.local.RunLocalMAS;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs one workload as a multi-agent system in this process. */
public final class Main {

  /** Set by the command line: where the programs and the logging configuration are. */
  private static final Path SOURCE = Path.of(System.getProperty("agon.source", "."));

  private Main() {}

  public static void main(String[] line) throws IOException, JasonException {
    // Standard output belongs to the lab: whatever else is printed goes to standard error.
    PrintStream lines =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    System.setOut(System.err);
    Thread.setDefaultUncaughtExceptionHandler(new Failures());
    try {
      Arguments arguments = Arguments.parse(line);
      String input = arguments.get("input");
      Run.begin(
          new Run(
              arguments,
              input == null ? InputLines.NONE : InputLines.read(Path.of(input)),
              new Output(lines, Path.of(arguments.get("samples")))));
      start(arguments);
    } catch (Arguments.Invalid e) {
      System.err.println("jason: " + e.getMessage());
      System.exit(2);
    }
  }

  private static void start(Arguments arguments) throws IOException, JasonException {
    RunLocalMAS system = new RunLocalMAS();
    Path project = Files.createTempFile("agon-jason-", ".mas2j");
    try {
      String text = Project.load(SOURCE.resolve("asl"), arguments.workload()).fill(arguments);
      Files.writeString(project, text);
      String logging = SOURCE.resolve("logging.properties").toString();
      system.init(new String[] {project.toString(), "--log-conf", logging, "--no-net"});
    } finally {
      Files.delete(project);
    }
    system.create();
    Run.current().output.ready();
    // The agents' threads outlive this one; the program's .stopMAS ends the process.
    system.start();
  }
}
