package agon.bridge;

import jason.asSyntax.Literal;
import jason.asSyntax.Term;
import java.util.List;
import java.util.logging.Logger;

/** A request to an agent, as the engine reads it: whose, what, and what belongs to it. */
final class Ask {
  // What is asked for, as the engine has it in `java/asked.rs`.
  static final int CANDIDATES = 0;
  static final int ALL_BELIEFS = 1;
  static final int PERCEPTS = 2;
  static final int CONTAINS = 3;
  static final int SIZE = 4;
  static final int ADD = 5;
  static final int REMOVE = 6;
  static final int ABOLISH = 7;
  static final int CLEAR = 8;
  static final int EVENT = 9;
  static final int LIBRARY = 10;
  static final int PLANS = 11;
  static final int COUNTS = 12;
  static final int MAIL = 13;
  static final int TAKE_MAIL = 14;
  static final int SEND = 15;
  static final int EVENTS = 16;
  static final int INTENTIONS = 17;
  static final int CURRENT = 18;
  static final int NAMESPACES = 19;
  static final int RUN = 20;
  static final int RECEIVE = 21;
  static final int FRAMES = 22;
  static final int CREATE = 23;
  static final int KILL = 24;
  static final int PROVIDERS = 25;
  static final int RESUME = 26;
  static final int END_ACTION = 28;
  static final int SIGHT = 29;
  static final int FORGET = 30;
  static final int UNHEARD = 31;
  static final int LISTEN = 32;
  static final int PROPERTY = 33;
  static final int FAIL = 27;
  static final int DROP = 34;

  /** Any agent: for what belongs to no agent. */
  static final String ANYBODY = "";

  private final Writer writer = new Writer().named();

  private final int what;

  Ask(String agent, int what) {
    this.what = what;
    writer.string(agent).add(what);
  }

  Ask term(Term term) {
    writer.term(term);
    return this;
  }

  Ask text(String text) {
    writer.string(text == null ? "" : text);
    return this;
  }

  Ask count(int count) {
    writer.count(count);
    return this;
  }

  Ask bytes(byte[] bytes) {
    for (byte each : bytes) {
      writer.add(each);
    }
    return this;
  }

  /** Asks, and waits for the answer. */
  Reader answer() {
    Visit visit = Visit.here();
    if (changes()) {
      visit.others();
    }
    byte[] answer = Bridge.upcall(Bridge.ASK, 0, writer.bytes());
    if (changes()) {
      visit.others();
    }
    if (answer == null) {
      throw new IllegalStateException("the agent is no more");
    }
    return checked(new Reader(answer));
  }

  /**
   * The same, asked of the caller on this thread: the answer is to be read before anything else is
   * asked.
   */
  Reader answer(Visit visit) {
    return checked(visit.ask(writer.buffer(), writer.length()));
  }

  private static Reader checked(Reader reader) {
    if (reader.flag()) {
      return reader;
    }
    throw new UnsupportedOperationException(reader.string());
  }

  /**
   * May there be other beliefs afterwards? An agent that waits for another may be asked itself
   * meanwhile.
   */
  private boolean changes() {
    switch (what) {
      case COUNTS:
      case CURRENT:
      case SIZE:
      case CONTAINS:
        return !isOwn;
      default:
        return true;
    }
  }

  private boolean isOwn;

  /** A question to the caller: no other thread has to be waited for. */
  Ask own() {
    isOwn = true;
    return this;
  }

  boolean holds() {
    return answer().flag();
  }

  int number() {
    return answer().count();
  }

  /** Beliefs and rules. */
  List<Literal> literals() {
    return answer().literals();
  }

  /** Reports what is not offered where the caller can go on without it. */
  static void warn(String agent, String what, String so) {
    Logger.getLogger("agon." + agent).warning(missing(what).getMessage() + "; " + so);
  }

  static UnsupportedOperationException missing(String what) {
    return new UnsupportedOperationException(
        what
            + " is not offered by agon to Java yet: docs/jason-projects.md lists what is, and how"
            + " to ask for it");
  }
}
