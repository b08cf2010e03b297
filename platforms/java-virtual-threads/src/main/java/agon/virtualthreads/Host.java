package agon.virtualthreads;

import agon.harness.Failures;
import agon.harness.Iteration;
import agon.harness.Outcome;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** One iteration's actors, each on a virtual thread; {@link #close} ends them. */
final class Host implements AutoCloseable {
  private final ExecutorService executor = VirtualThreads.newExecutor();

  Host() {
    Failures.endProgram();
  }

  void start(Actor actor) {
    executor.execute(
        () -> {
          try {
            actor.act();
          } catch (InterruptedException e) {
            // The iteration is over.
          }
        });
  }

  /** Starts the actor that leads an iteration, and waits for its outcome. */
  Iteration perform(Function<Outcome, Actor> leader) throws Exception {
    Outcome outcome = new Outcome();
    start(leader.apply(outcome));
    return outcome.await();
  }

  /**
   * Interrupts all actors and waits until they have ended: those that wait for mail would else stay
   * in memory.
   */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
