package agon.harness;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** One iteration's clock, and the place where the program awaits what its actors have done. */
public final class Outcome {
  private final CompletableFuture<Iteration> iteration = new CompletableFuture<>();
  private volatile long start;

  /** To be called before the first message is sent; returns the {@code System.nanoTime}. */
  public long startClock() {
    start = System.nanoTime();
    return start;
  }

  /** Stops the clock: the last message has been handled. Making the report is not counted. */
  public void end(Supplier<Report> report) {
    long elapsed = System.nanoTime() - start;
    iteration.complete(new Iteration(elapsed, report.get()));
  }

  public Iteration await() throws InterruptedException, ExecutionException {
    return iteration.get();
  }
}
