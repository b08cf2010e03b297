package agon.typed;

import agon.harness.Harness;
import agon.harness.Report;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Receive;

/** Makes the actors of node 1, one iteration's after the other's, and reports what they did. */
abstract class Keeper extends AbstractBehavior<Object> {
  private int iteration;

  Keeper(ActorContext<Object> context) {
    super(context);
  }

  @Override
  public final Receive<Object> createReceive() {
    return newReceiveBuilder()
        .onSignal(ChildFailed.class, this::onChildFailed)
        .onSignal(Terminated.class, signal -> this)
        .onAnyMessage(
            message -> {
              onMessage(message);
              return this;
            })
        .build();
  }

  abstract void onMessage(Object message);

  private Behavior<Object> onChildFailed(ChildFailed signal) {
    throw new IllegalStateException("an actor failed", signal.getCause());
  }

  /** Spawns an actor whose failure is the keeper's too, and so the program's. */
  final ActorRef<Object> spawn(Behavior<Object> behavior) {
    ActorRef<Object> actor = getContext().spawnAnonymous(behavior);
    getContext().watch(actor);
    return actor;
  }

  final void report(Report report) {
    Harness.report(iteration++, report);
  }
}
