package org.actorsguildframework;

import org.actorsguildframework.internal.ActorProxy;
import org.actorsguildframework.internal.Mailbox;

/**
 * What actors extend. They are made by an agent alone, as instances of a class that queues the
 * calls.
 */
public abstract class Actor {
  private Mailbox mailbox;

  public Actor() {
    if (!(this instanceof ActorProxy)) {
      throw new IllegalStateException("use Agent.create");
    }
  }

  final void live(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  /** For the class that queues the calls. */
  protected final void enqueue(Runnable call) {
    mailbox.add(call);
  }

  public <T> ImmediateResult<T> result(T value) {
    return new ImmediateResult<>(value);
  }

  public ImmediateResult<Void> noResult() {
    return new ImmediateResult<>(null);
  }
}
