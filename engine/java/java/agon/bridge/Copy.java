package agon.bridge;

import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.List;

/** What there was when it was requested. A change fails with the message that this is a copy. */
final class Copy<T> extends AbstractQueue<T> {
  private final List<T> all;
  private final String of;

  Copy(List<T> all, String of) {
    this.all = List.copyOf(all);
    this.of = of;
  }

  @Override
  public Iterator<T> iterator() {
    return all.iterator();
  }

  @Override
  public int size() {
    return all.size();
  }

  @Override
  public T peek() {
    return all.isEmpty() ? null : all.get(0);
  }

  @Override
  public boolean offer(T more) {
    throw Ask.missing("changing what " + of + " gives");
  }

  @Override
  public T poll() {
    throw Ask.missing("changing what " + of + " gives");
  }
}
