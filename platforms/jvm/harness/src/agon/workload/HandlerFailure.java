package agon.workload;

/** What a receiver's handler raises at the messages at which it is to fail. */
public final class HandlerFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  HandlerFailure(int number) {
    super("the handler fails at message " + number);
  }
}
