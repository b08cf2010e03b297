package osl.manager;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import kilim.Fiber;
import osl.util.LSCQueue;

/** Messages of one actor, handled one at a time in their order. */
final class Mailbox implements Runnable {
  private static final int TURN = 100;
  private static final ExecutorService WORKERS =
      Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), Mailbox::daemon);

  final LSCQueue<Object> queue = new LSCQueue<>();
  private final Fiber fiber = new Fiber();
  private ActorExecutor executor;
  private boolean scheduled;

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "worker");
    thread.setDaemon(true);
    return thread;
  }

  void live(ActorExecutor executor) {
    this.executor = executor;
  }

  synchronized void add(ActorMsgRequest message) {
    queue.enqueue(message);
    if (!scheduled) {
      scheduled = true;
      WORKERS.execute(this);
    }
  }

  private synchronized ActorMsgRequest next(boolean more) {
    if (!more) {
      WORKERS.execute(this);
      return null;
    }
    ActorMsgRequest message = (ActorMsgRequest) queue.dequeue();
    scheduled = message != null;
    return message;
  }

  @Override
  public void run() {
    int left = TURN;
    for (ActorMsgRequest m = next(true); m != null; m = next(--left > 0)) {
      try {
        executor.execute(m, fiber);
      } catch (Exception e) {
        e.printStackTrace();
      }
    }
  }
}
