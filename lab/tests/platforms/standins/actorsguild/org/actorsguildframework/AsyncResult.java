package org.actorsguildframework;

/** The result of a message, once it is there. */
public interface AsyncResult<T> {
  T get();

  boolean isReady();
}
