package osl.manager;

/** An actor could not be made. */
public class RemoteCodeException extends Exception {
  private static final long serialVersionUID = 1;

  public RemoteCodeException(String message, Throwable cause) {
    super(message, cause);
  }
}
