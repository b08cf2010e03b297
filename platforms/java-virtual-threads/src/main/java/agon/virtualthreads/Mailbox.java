package agon.virtualthreads;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * An actor's mail: any thread may put, one thread, always the same, gets.
 *
 * <p>Senders push onto a stack with one compare-and-set. The owner takes the whole stack when it
 * has nothing left, turns it round, and works through it undisturbed. While it waits, a mark lies
 * in the place of the stack: only the sender who finds it has to wake the owner.
 */
final class Mailbox<M> {
  private static final VarHandle NEWEST = newestHandle();
  private static final Node<?> WAITING = new Node<>(null);

  /** The stack, the last message on top; null when empty. */
  private volatile Node<M> newest;

  /** What the owner has taken, the first message first. */
  private Node<M> oldest;

  /** Who waits, if the mark lies there. */
  private Thread owner;

  private static final class Node<M> {
    final M message;
    Node<M> next;

    Node(M message) {
      this.message = message;
    }
  }

  /** Never blocks. */
  void put(M message) {
    Node<M> node = new Node<>(message);
    Node<M> top;
    do {
      top = newest;
      node.next = top == WAITING ? null : top;
    } while (!NEWEST.compareAndSet(this, top, node));
    if (top == WAITING) {
      LockSupport.unpark(owner);
    }
  }

  /** Blocks until there is a message. */
  M get() throws InterruptedException {
    Node<M> node = oldest;
    if (node == null) {
      node = take();
    }
    oldest = node.next;
    return node.message;
  }

  /** Blocks until there is a message, or for that long; then there is none, and this is null. */
  M get(long nanos) throws InterruptedException {
    if (oldest == null && newest == null) {
      owner = Thread.currentThread();
      if (NEWEST.compareAndSet(this, (Node<M>) null, WAITING)) {
        LockSupport.parkNanos(nanos);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (NEWEST.compareAndSet(this, WAITING, (Node<M>) null)) {
          return null;
        }
      }
    }
    return get();
  }

  private Node<M> take() throws InterruptedException {
    while (newest == null || newest == WAITING) {
      owner = Thread.currentThread();
      if (newest == WAITING || NEWEST.compareAndSet(this, (Node<M>) null, WAITING)) {
        LockSupport.park();
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
    }
    @SuppressWarnings("unchecked")
    Node<M> node = (Node<M>) NEWEST.getAndSet(this, (Node<M>) null);
    Node<M> turned = null;
    while (node != null) {
      Node<M> next = node.next;
      node.next = turned;
      turned = node;
      node = next;
    }
    return turned;
  }

  private static VarHandle newestHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(Mailbox.class, "newest", Node.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
