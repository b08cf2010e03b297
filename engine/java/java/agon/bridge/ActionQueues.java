package agon.bridge;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Threads on which agents wait for what takes its time: what an agent wants done is done in order,
 * and no agent waits for another's. In Jason each agent has a thread of its own for that.
 */
final class ActionQueues {
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "agon-action");
            thread.setDaemon(true);
            return thread;
          });

  /** What is to be done behind what is being done, by agent. */
  private final Map<String, Queue<Runnable>> waiting = new HashMap<>();

  void run(String agent, Runnable task, Act act) {
    Runnable safe =
        () -> {
          try {
            task.run();
          } catch (Throwable thrown) {
            thrown.printStackTrace();
            act.setFailureReason(null, thrown.toString());
            act.end();
          }
        };
    synchronized (waiting) {
      Queue<Runnable> queue = waiting.get(agent);
      if (queue != null) {
        queue.add(safe);
        return;
      }
      waiting.put(agent, new ArrayDeque<>());
    }
    threads.execute(() -> work(agent, safe));
  }

  private void work(String agent, Runnable first) {
    Runnable next = first;
    while (next != null) {
      next.run();
      synchronized (waiting) {
        next = waiting.get(agent).poll();
        if (next == null) {
          waiting.remove(agent);
        }
      }
    }
  }
}
