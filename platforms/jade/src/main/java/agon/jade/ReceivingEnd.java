package agon.jade;

import agon.workload.Transfer;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * Where the throughput's strings go. Public, as an end may belong to another JADE of the process,
 * whose classes are not these.
 */
public interface ReceivingEnd extends AutoCloseable {
  /**
   * Starts the iteration's receiver, an agent called {@code receiver.INDEX}.
   *
   * @param room what a string under way takes, and the receiver gives back; null where it confirms
   */
  void start(int index, Transfer transfer, Semaphore room) throws Exception;

  /** Ends the iteration's receiver. */
  void end() throws Exception;

  @Override
  void close() throws IOException;
}
