package osl.util;

import java.util.ArrayDeque;

/** A queue. */
public class LSCQueue<T> {
  private final ArrayDeque<T> items = new ArrayDeque<>();

  public void enqueue(T item) {
    items.add(item);
  }

  public T dequeue() {
    return items.poll();
  }
}
