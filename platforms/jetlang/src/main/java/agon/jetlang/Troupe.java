package agon.jetlang;

import agon.harness.Iteration;
import agon.harness.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jetlang.channels.Channel;
import org.jetlang.fibers.Fiber;

/** The fibers of one iteration, and the channels between them: gone when it is closed. */
final class Troupe implements AutoCloseable {
  private final Host host;
  private final List<Fiber> fibers = new ArrayList<>();
  private final Outcome outcome = new Outcome();

  Troupe(Host host) {
    this.host = host;
  }

  /** A new fiber, started. */
  Fiber fiber() {
    Fiber fiber = host.fiber();
    fibers.add(fiber);
    fiber.start();
    return fiber;
  }

  <M> Channel<M> channel() {
    return host.channel();
  }

  <M> List<Channel<M>> channels(int number) {
    List<Channel<M>> channels = new ArrayList<>(number);
    for (int i = 0; i < number; i++) {
      channels.add(channel());
    }
    return channels;
  }

  Outcome outcome() {
    return outcome;
  }

  /** Has {@code leader} begin the work on its fiber, and waits for the end. */
  Iteration perform(Fiber leader, Runnable begin) throws Exception {
    return perform(leader, start -> begin.run());
  }

  /** The same, where who begins wants the {@code System.nanoTime} at which the clock started. */
  Iteration perform(Fiber leader, LongConsumer begin) throws Exception {
    leader.execute(() -> begin.accept(outcome.startClock()));
    return outcome.await();
  }

  @Override
  public void close() {
    fibers.forEach(Fiber::dispose);
  }
}
