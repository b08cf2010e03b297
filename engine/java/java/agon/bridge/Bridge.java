package agon.bridge;

import jason.architecture.AgArch;
import jason.asSemantics.Agent;
import jason.bb.BeliefBase;
import jason.environment.Environment;
import jason.mas2j.MAS2JProject;
import jason.runtime.RuntimeServices;
import jason.util.Config;

/**
 * Where the society calls Java, and Java the society: a number is the kind of call, bytes are the
 * rest.
 */
public final class Bridge {
  // What the society calls for.
  private static final int BEGIN = 0;
  private static final int ACT = 1;
  private static final int PERCEIVE = 2;
  private static final int STOP = 3;
  private static final int START = 4;
  private static final int ACTION = 5;
  private static final int EXECUTE = 6;
  private static final int NEXT = 7;
  private static final int RELEASE = 8;
  private static final int RUN = 9;
  private static final int OWN = 10;
  private static final int CHECK = 11;

  // The kinds of calls from Java.
  static final int ACTED = 0;
  static final int CHANGED = 1;
  static final int INFORM = 2;
  static final int PRINT = 3;
  static final int AGENTS = 4;
  static final int STOP_SOCIETY = 5;
  static final int LEAVE = 6;
  static final int ASK = 7;
  static final int LATER = 8;

  private static final Actions actions = new Actions();
  private static RuntimeServices services;
  private static Stage stage;

  private Bridge() {}

  /** Sends the society a message; it may answer. */
  static native byte[] upcall(int what, long number, byte[] data);

  /**
   * Asks the caller on this thread; returns the length of the answer, negative if there is no space
   * for it.
   */
  static native int ask(byte[] question, int length, byte[] answer);

  /** The answer for which there was no space. */
  static native void rest(byte[] answer);

  /** Called by the society, on whichever of its threads. */
  static byte[] call(int what, long number, byte[] data) throws Exception {
    switch (what) {
      case START:
        start(new Reader(data));
        return null;
      case BEGIN:
        stage = begin(new Reader(data));
        return new byte[] {(byte) (stage.polls() ? 1 : 0)};
      case ACT:
        stage.act(number, new Reader(data));
        return null;
      case PERCEIVE:
        return stage.perceive(new Reader(data).string());
      case STOP:
        if (stage != null) {
          stage.stop();
        }
        KnownAgents.end();
        return null;
      case ACTION:
        return actions.number(new Reader(data).string());
      case EXECUTE:
        return actions.execute((int) number, new Reader(data));
      case NEXT:
        return actions.next(number);
      case RELEASE:
        actions.release(number);
        return null;
      case OWN:
        return Cycle.call((int) number, new Reader(data));
      case CHECK:
        Class<?>[] kinds = {AgArch.class, Agent.class, BeliefBase.class};
        Class<?> kind = kinds[(int) number];
        load(new Reader(data).string(), kind);
        return null;
      case RUN:
        Tasks.run(number);
        return null;
      default:
        throw new IllegalArgumentException("call " + what);
    }
  }

  /**
   * Classes that need each other to begin are begun by one thread. Two threads that begin one of
   * them each wait for each other for ever: in Jason 3.3, ListTerm and ListTermImpl.
   */
  private static void beginClasses() {
    String[] names = {
      "ListTermImpl",
      "LiteralImpl",
      "NumberTermImpl",
      "StringTermImpl",
      "MapTermImpl",
      "SetTermImpl",
      "ObjectTermImpl",
      "UnnamedVar",
      "CyclicTerm",
      "InternalActionLiteral",
      "ArithExpr",
      "RelExpr",
      "LogExpr",
      "Rule",
      "PlanBodyImpl",
      "Plan"
    };
    for (String name : names) {
      try {
        Class.forName("jason.asSyntax." + name);
      } catch (ClassNotFoundException older) {
        // This Jason has none.
      }
    }
  }

  private static void start(Reader reader) throws Exception {
    beginClasses();
    services = Services.of(reader.string());
    Output.redirect(reader.string());
    Config.get().put(Config.START_WEB_MI, "false");
    MAS2JProject project = MAS2JProject.parse(reader.string());
    KnownAgents.begin(project);
    Runner.begin(project, services);
    // The end of the machine ends the society, which first writes what its agents have printed.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> upcall(LEAVE, 0, null), "agon-leave"));
  }

  /** What environments and actions may ask of the system that runs the agents. */
  static RuntimeServices services() {
    return services;
  }

  /** What environments and actions find the environment by; nothing, if there is none in Java. */
  static Stage stage() {
    return stage;
  }

  static Class<?> load(String name) throws Refused {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException missing) {
      throw new Refused("there is no class " + name);
    } catch (LinkageError wrong) {
      throw new Refused("the class " + name + " cannot be loaded: " + wrong);
    }
  }

  /** A class, which must be of this kind. */
  static <T> Class<? extends T> load(String name, Class<T> kind) throws Refused {
    Class<?> type = load(name);
    if (!kind.isAssignableFrom(type)) {
      throw new Refused("the class " + name + " is no " + kind.getName());
    }
    return type.asSubclass(kind);
  }

  private static Stage begin(Reader reader) throws Exception {
    String name = reader.string();
    String[] arguments = new String[reader.count()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = reader.string();
    }
    return new Stage(load(name, Environment.class), arguments);
  }
}
