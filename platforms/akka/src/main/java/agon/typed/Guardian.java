package agon.typed;

import akka.actor.NoSerializationVerificationNeeded;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The actor system's root: gives each iteration's leader its life, and reports when it and all its
 * children are gone.
 */
final class Guardian extends AbstractBehavior<Guardian.Perform> {

  /** Runs {@code leader} until it stops; {@code ended} fails if the leader does. */
  record Perform(Behavior<?> leader, CompletableFuture<Void> ended)
      implements NoSerializationVerificationNeeded {}

  private final Map<ActorRef<?>, CompletableFuture<Void>> running = new HashMap<>();

  static Behavior<Perform> create() {
    return Behaviors.setup(Guardian::new);
  }

  private Guardian(ActorContext<Perform> context) {
    super(context);
  }

  @Override
  public Receive<Perform> createReceive() {
    return newReceiveBuilder()
        .onMessage(Perform.class, this::onPerform)
        .onSignal(ChildFailed.class, this::onFailed)
        .onSignal(Terminated.class, this::onStopped)
        .build();
  }

  private Behavior<Perform> onPerform(Perform perform) {
    ActorRef<?> leader = getContext().spawnAnonymous(perform.leader);
    getContext().watch(leader);
    running.put(leader, perform.ended);
    return this;
  }

  private Behavior<Perform> onFailed(ChildFailed signal) {
    running.remove(signal.getRef()).completeExceptionally(signal.getCause());
    return this;
  }

  private Behavior<Perform> onStopped(Terminated signal) {
    running.remove(signal.getRef()).complete(null);
    return this;
  }
}
