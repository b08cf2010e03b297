package agon.bridge;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What is to be run on an agent's thread, between two of its cycles. */
final class Tasks {
  private static final Map<Long, Runnable> tasks = new ConcurrentHashMap<>();
  private static final AtomicLong last = new AtomicLong();

  private Tasks() {}

  static void run(String agent, Runnable task) {
    long number = last.incrementAndGet();
    tasks.put(number, task);
    byte[] whose = new Writer().string(agent).bytes();
    if (Bridge.upcall(Bridge.LATER, number, whose) == null) {
      tasks.remove(number);
    }
  }

  /** It is the agent's turn. */
  static void run(long number) {
    Runnable task = tasks.remove(number);
    if (task != null) {
      task.run();
    }
  }
}
