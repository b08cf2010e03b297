package agon.threads;

import agon.harness.Arguments;
import agon.harness.Failures;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.Compute;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/** Agents compute, each for itself; the thread that runs the iteration is their controller. */
final class ComputeAgents implements Workload {
  private final Compute parameters;

  /** The threads that all agents share; null where each has its own. */
  private final ExecutorService pool;

  ComputeAgents(Arguments arguments) {
    parameters = Compute.of(arguments);
    boolean pooled = arguments.variant("thread", "pool").equals("pool");
    pool = pooled ? Executors.newFixedThreadPool(arguments.threads()) : null;
    Failures.endProgram();
  }

  @Override
  public Iteration iterate(int index) throws InterruptedException {
    BlockingQueue<Compute.Result> mailbox = new LinkedBlockingQueue<>();
    List<Runnable> agents =
        IntStream.rangeClosed(1, parameters.agents())
            .mapToObj(number -> agent(() -> mailbox.add(parameters.run(number))))
            .toList();
    Compute.Results results = new Compute.Results(parameters);
    long start = System.nanoTime();
    agents.forEach(Runnable::run);
    boolean last = false;
    while (!last) {
      last = results.add(mailbox.take());
    }
    return new Iteration(System.nanoTime() - start, results.report());
  }

  /** Makes an agent, which waits; running what this returns starts it. */
  private Runnable agent(Runnable work) {
    if (pool != null) {
      return () -> pool.execute(work);
    }
    Semaphore begin = new Semaphore(0);
    Thread thread =
        new Thread(
            () -> {
              begin.acquireUninterruptibly();
              work.run();
            });
    thread.start();
    return begin::release;
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdown();
    }
  }
}
