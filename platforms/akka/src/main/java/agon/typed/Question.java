package agon.typed;

import akka.actor.typed.ActorRef;

/** A text, and who is to hear of it. */
record Question(String text, ActorRef<Object> asker) {}
