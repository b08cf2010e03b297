package org.actorsguildframework;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.actorsguildframework.internal.Mailbox;
import org.actorsguildframework.internal.Proxies;

/** An agent with a fixed number of threads. */
public class DefaultAgent implements Agent {
  private final ExecutorService workers =
      Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());

  @Override
  public <T extends Actor> T create(Class<T> actorClass) {
    try {
      T actor = actorClass.cast(Proxies.of(actorClass).getConstructor().newInstance());
      actor.live(new Mailbox(workers));
      return actor;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public void shutdown() {
    workers.shutdown();
  }
}
