package agon.harness;

/** A wrong command line or input file; the message shows the user what to do. */
public final class BadArgumentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadArgumentException(String message) {
    super(message);
  }
}
