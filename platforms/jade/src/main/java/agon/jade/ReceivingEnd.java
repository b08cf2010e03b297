package agon.jade;

import agon.workload.Transfer;
import java.io.IOException;

/**
 * Where the throughput's strings go. Public, as an end may belong to another JADE of the process,
 * whose classes are not these.
 */
public interface ReceivingEnd extends AutoCloseable {
  /**
   * Starts the iteration's receiver, an agent called {@code receiver.INDEX}.
   *
   * @param credit after how many strings handled it gives the sender a credit, where it does not
   *     confirm each
   */
  void start(int index, Transfer transfer, int credit) throws Exception;

  /** Ends the iteration's receiver. */
  void end() throws Exception;

  @Override
  void close() throws IOException;
}
