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

  /** Ends the runtime. */
  @Override
  void close() throws IOException;
}
