package agon.kilim;

import agon.harness.Arguments;
import agon.harness.Failures;
import agon.harness.Iteration;
import agon.harness.Outcome;
import java.util.function.Function;
import kilim.ForkJoinScheduler;
import kilim.Scheduler;
import kilim.Task;

/** The threads on which tasks run. */
final class Host implements AutoCloseable {
  private final Scheduler scheduler;

  /** With the variant's scheduler: {@code fork-join}, or Kilim's default. */
  Host(Arguments arguments, String variant) {
    scheduler =
        variant.equals("fork-join")
            ? new ForkJoinScheduler(arguments.threads())
            : Scheduler.make(arguments.threads());
    // Else it would print the exception and go on.
    scheduler.setLogger((task, problem) -> fail(problem));
  }

  private static void fail(Object problem) {
    Failures.endProgram(
        problem instanceof Throwable error ? error : new IllegalStateException("" + problem));
  }

  void start(Task<?> task) {
    task.setScheduler(scheduler).start();
  }

  /** Starts the task that leads an iteration, and waits for its outcome. */
  Iteration perform(Function<Outcome, Task<?>> leader) throws Exception {
    Outcome outcome = new Outcome();
    start(leader.apply(outcome));
    return outcome.await();
  }

  @Override
  public void close() {
    scheduler.shutdown();
  }
}
