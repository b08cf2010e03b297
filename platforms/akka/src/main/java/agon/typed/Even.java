package agon.typed;

import akka.actor.typed.ActorRef;

/** The address of an actor of node 1, by its number. */
record Even(int number, ActorRef<Object> actor) implements Crossing {}
