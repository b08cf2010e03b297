package agon.jetlang;

import agon.harness.Arguments;
import agon.harness.Failures;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.jetlang.channels.Channel;
import org.jetlang.channels.MemoryChannel;
import org.jetlang.fibers.Fiber;
import org.jetlang.fibers.PoolFiberFactory;
import org.jetlang.fibers.ThreadFiber;

/** What fibers run on, and how messages reach them, depending on the variant. It outlives them. */
final class Host implements AutoCloseable {
  private final Supplier<Fiber> fibers;
  private final boolean copying;
  private final Runnable end;

  private Host(Supplier<Fiber> fibers, boolean copying, Runnable end) {
    this.fibers = fibers;
    this.copying = copying;
    this.end = end;
    Failures.endProgram();
  }

  static Host of(String variant, Arguments arguments) {
    return switch (variant) {
      case "thread" -> new Host(ThreadFiber::new, false, () -> {});
      case "pool-safe" -> pooled(workers(arguments.threads()), true);
      default -> pooled(workers(arguments.threads()), false);
    };
  }

  /** Has a thread for each fiber that is busy: the system lets them take turns. */
  static Host elastic() {
    return pooled(Executors.newCachedThreadPool(), false);
  }

  /**
   * Threads that take the fibers with mail in turn: the pool is asynchronous, first come first
   * served.
   */
  private static ExecutorService workers(int threads) {
    return new ForkJoinPool(threads, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
  }

  private static Host pooled(ExecutorService pool, boolean copying) {
    PoolFiberFactory factory = new PoolFiberFactory(pool);
    return new Host(
        factory::create,
        copying,
        () -> {
          factory.dispose();
          pool.shutdown();
        });
  }

  /** A fiber, not yet started. */
  Fiber fiber() {
    return fibers.get();
  }

  <M> Channel<M> channel() {
    return copying ? new CopyingChannel<>() : new MemoryChannel<>();
  }

  @Override
  public void close() {
    end.run();
  }
}
