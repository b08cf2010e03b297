package agon.harness;

import java.io.IOException;

/** One workload, set up on a running platform: its input is read, its runtime is up. */
public interface Workload extends AutoCloseable {

  /** Makes a workload from the arguments, taking all those it knows. */
  @FunctionalInterface
  interface Factory {
    Workload create(Arguments arguments) throws Exception;
  }

  /** Does the work once, with new actors that are gone when this returns. */
  Iteration iterate(int index) throws Exception;

  /**
   * Where node 1 of two listens, in words of the platform's own; null at node 0, and where there is
   * but one. Node 1 does no iterations: it serves until standard input is closed, and calls {@link
   * Harness#report} after each.
   */
  default String place() {
    return null;
  }

  /** Ends the runtime. */
  @Override
  void close() throws IOException;
}
