package agon.jetlang;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.jetlang.channels.MemoryChannel;

/**
 * A channel whose subscribers share nothing with the publisher: they get a copy of each message,
 * made with Java's serialisation.
 */
final class CopyingChannel<M> extends MemoryChannel<M> {
  @Override
  public void publish(M message) {
    super.publish(copy(message));
  }

  private static <M> M copy(M message) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(message);
      }
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        @SuppressWarnings("unchecked")
        M copy = (M) in.readObject();
        return copy;
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalArgumentException("cannot be copied: " + message, e);
    }
  }
}
