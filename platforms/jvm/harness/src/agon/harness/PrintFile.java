package agon.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file to which an iteration's agents print. Each has a {@link Writer} of its own; their lines
 * come out whole, in whatever order the buffers are flushed.
 */
public final class PrintFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final FileChannel channel;

  /** Opens the file and empties it. */
  public PrintFile(Path path) throws IOException {
    channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
  }

  /** A new writer, for one agent. */
  public Writer writer() {
    return new Writer();
  }

  /** Closes the file; what is not flushed is lost. */
  @Override
  public void close() throws IOException {
    channel.close();
  }

  private synchronized void write(ByteBuffer lines) {
    try {
      while (lines.hasRemaining()) {
        channel.write(lines);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Buffers one agent's lines; not safe for more than one agent at a time. */
  public final class Writer {
    // Direct, as the channel would else copy each buffer into one that is.
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);

    private Writer() {}

    /** Prints the text and a line feed. */
    public void line(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (bytes.length >= buffer.remaining()) {
        flush();
      }
      if (bytes.length >= buffer.remaining()) {
        write(ByteBuffer.allocate(bytes.length + 1).put(bytes).put((byte) '\n').flip());
      } else {
        buffer.put(bytes).put((byte) '\n');
      }
    }

    /** Writes the lines so far to the file. */
    public void flush() {
      write(buffer.flip());
      buffer.clear();
    }
  }
}
