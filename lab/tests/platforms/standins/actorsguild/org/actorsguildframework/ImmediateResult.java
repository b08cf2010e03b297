package org.actorsguildframework;

/** A result that is there. */
public class ImmediateResult<T> implements AsyncResult<T> {
  private final T value;

  public ImmediateResult(T value) {
    this.value = value;
  }

  @Override
  public T get() {
    return value;
  }

  @Override
  public boolean isReady() {
    return true;
  }
}
