package agon.bridge;

/**
 * A thread's calls by agents. While an agent calls, its beliefs change by what is asked for on this
 * thread alone.
 */
final class Visit {
  private static final ThreadLocal<Visit> here = ThreadLocal.withInitial(Visit::new);

  /** The caller. */
  private Beliefs beliefs;

  /** Space for an answer. */
  private byte[] answer = new byte[512];

  private Visit() {}

  static Visit here() {
    return here.get();
  }

  /**
   * An agent calls, which believes what this is the number of. Gives back who has called before.
   */
  Beliefs enter(Beliefs of, long version) {
    Beliefs before = beliefs;
    beliefs = of;
    of.arrive(version);
    return before;
  }

  /** It has been called. */
  void leave(Beliefs before) {
    beliefs = before;
    others();
  }

  boolean isOf(Beliefs of) {
    return beliefs == of;
  }

  /** Another kind of question, which may change the caller's beliefs. */
  void others() {
    if (beliefs != null) {
      beliefs.arrive(Beliefs.UNKNOWN);
    }
  }

  /** Asks the caller, and returns the answer, which is read before the next question. */
  Reader ask(byte[] question, int length) {
    int count = Bridge.ask(question, length, answer);
    if (count == Integer.MIN_VALUE) {
      throw new IllegalStateException("the agent is no more");
    }
    if (count < 0) {
      answer = new byte[Math.max(-count, 2 * answer.length)];
      Bridge.rest(answer);
    }
    return new Reader(answer);
  }
}
