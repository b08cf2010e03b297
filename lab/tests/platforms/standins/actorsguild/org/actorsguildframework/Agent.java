package org.actorsguildframework;

/** Makes actors, and has threads for them. */
public interface Agent {
  <T extends Actor> T create(Class<T> actorClass);

  void shutdown();
}
