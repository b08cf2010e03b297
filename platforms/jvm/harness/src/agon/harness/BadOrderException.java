package agon.harness;

import java.io.IOException;

/** A line on standard input that is no number; the message names what is expected. */
final class BadOrderException extends IOException {
  private static final long serialVersionUID = 1L;

  BadOrderException(String message) {
    super(message);
  }
}
