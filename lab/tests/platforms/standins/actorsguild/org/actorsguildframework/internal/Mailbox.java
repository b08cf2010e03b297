package org.actorsguildframework.internal;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Calls of one actor, carried out one at a time in their order. */
public final class Mailbox implements Runnable {
  private static final int TURN = 100;

  private final Queue<Runnable> calls = new ArrayDeque<>();
  private final Executor workers;
  private boolean scheduled;

  public Mailbox(Executor workers) {
    this.workers = workers;
  }

  public synchronized void add(Runnable call) {
    calls.add(call);
    if (!scheduled) {
      scheduled = true;
      workers.execute(this);
    }
  }

  private synchronized Runnable next(boolean more) {
    Runnable call = more ? calls.poll() : null;
    if (call == null) {
      scheduled = !calls.isEmpty();
      if (scheduled) {
        workers.execute(this);
      }
    }
    return call;
  }

  @Override
  public void run() {
    int left = TURN;
    for (Runnable call = next(true); call != null; call = next(--left > 0)) {
      call.run();
    }
  }
}
