import jason.asSemantics.Agent;
import jason.infra.local.LocalAgArch;
import jason.infra.local.RunLocalMAS;
import jason.mas2j.MAS2JProject;
import jason.runtime.Settings;
import jason.util.Config;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Runs programs one after the other, each as the only agent of a system of its own, so that Java
 * starts once for all of them.
 *
 * <p>What comes in and what goes out is a length of four bytes, and so many bytes of UTF-8: a
 * program, and the lines that its agent prints, with a record separator behind each.
 */
public final class Programs {
  private static final String END = "\u001e";
  private static final int CYCLES = 20_000;
  private static final int LINES = 5_000;

  /** Of the processor, for one program. */
  private static final int LIMIT_MS = 2_000;

  /** However busy the machine is with others. */
  private static final int PATIENCE_MS = 20_000;

  private static String text;
  private static List<String> lines = new ArrayList<>();
  private static boolean everything;

  private Programs() {}

  /** An agent whose program is {@link #text}. */
  public static final class Programmed extends Agent {
    private static final long serialVersionUID = 1;

    @Override
    public void loadAS(String source) throws Exception {
      parseAS(new StringReader(text), source);
      if (getPL().hasMetaEventPlans()) {
        getTS().addGoalListener(new jason.asSemantics.GoalListenerForMetaEvents(getTS()));
      }
      setASLSrc(source);
    }
  }

  /** One whose cycles are counted. */
  private static final class Counted extends LocalAgArch {
    private static final long serialVersionUID = 1;

    /** As {@link LocalAgArch#run}, until there is nothing to do; returns whether that came. */
    boolean runs() {
      for (int cycle = 0; cycle < CYCLES && isRunning() && lines.size() < LINES; cycle++) {
        getFirstAgArch().incCycleNumber();
        reasoningCycle();
        if (getTS().canSleep()) {
          return true;
        }
      }
      return !isRunning();
    }
  }

  private static final class Listener extends Handler {
    @Override
    public void publish(LogRecord record) {
      String name = record.getLoggerName();
      boolean isPrinted =
          record.getLevel() == Level.INFO && name != null && name.endsWith("TransitionSystem.a");
      if (isPrinted) {
        lines.add(record.getMessage());
      } else if (everything) {
        System.err.println(record.getLevel() + " " + name + ": " + record.getMessage());
        if (record.getThrown() != null) {
          record.getThrown().printStackTrace();
        }
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static void run(RunLocalMAS system) {
    Counted arch = new Counted();
    try {
      arch.setAgName("a");
      system.addAg(arch);
      Agent.create(arch, Programmed.class.getName(), null, "a.asl", new Settings());
      arch.insertAgArch(arch);
      arch.setLogger();
    } catch (Exception | Error refused) {
      if (everything) {
        refused.printStackTrace();
      }
      lines.add("refused");
      return;
    }
    if (!arch.runs()) {
      lines.add("does not end");
    }
    system.delAg("a");
  }

  public static void main(String[] arguments) throws Exception {
    everything = arguments.length > 0;
    Config.get().put(Config.START_WEB_MI, "false");
    RunLocalMAS system = new RunLocalMAS();
    MAS2JProject project = new MAS2JProject();
    project.setupDefault();
    system.setProject(project);
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    root.addHandler(new Listener());
    DataInputStream in = new DataInputStream(System.in);
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
    System.setOut(System.err);
    while (true) {
      byte[] program;
      try {
        program = new byte[in.readInt()];
      } catch (IOException end) {
        System.exit(0);
        return;
      }
      in.readFully(program);
      text = new String(program, StandardCharsets.UTF_8);
      lines = new ArrayList<>();
      boolean isEndless = !ends(new Thread(() -> run(system)));
      byte[] bytes = isEndless ? ("does not end" + END).getBytes() : printed();
      out.writeInt(bytes.length);
      out.write(bytes);
      out.flush();
    }
  }

  /**
   * Has it executed; one that takes too long is stopped, and if it cannot be, another process goes
   * on.
   */
  @SuppressWarnings({"deprecation", "removal"})
  private static boolean ends(Thread program) throws InterruptedException {
    program.setDaemon(true);
    program.start();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long begun = System.nanoTime();
    do {
      program.join(LIMIT_MS / 10);
      if (!program.isAlive()) {
        return true;
      }
    } while (threads.getThreadCpuTime(program.getId()) < LIMIT_MS * 1_000_000L
        && System.nanoTime() - begun < PATIENCE_MS * 1_000_000L);
    try {
      program.stop();
      program.join(LIMIT_MS);
    } catch (UnsupportedOperationException newer) {
      // Java 20 and newer stop no thread.
    }
    if (program.isAlive()) {
      Runtime.getRuntime().halt(0);
    }
    return false;
  }

  private static byte[] printed() {
    StringBuilder all = new StringBuilder();
    for (String line : lines) {
      all.append(line).append(END);
    }
    return all.toString().getBytes(StandardCharsets.UTF_8);
  }
}
