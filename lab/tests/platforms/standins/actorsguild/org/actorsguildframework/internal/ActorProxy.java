package org.actorsguildframework.internal;

/** Marks the classes that queue the calls. */
public interface ActorProxy {}
