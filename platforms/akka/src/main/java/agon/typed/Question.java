package agon.typed;

import akka.actor.typed.ActorRef;

/** A text, and the actor that gets the answer. */
record Question(String text, ActorRef<Object> asker) {}
