package agon.typed;

import agon.harness.Iteration;
import agon.harness.Report;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.ReceiveBuilder;
import java.util.function.Consumer;

/** The actor that leads one iteration: parent of all the others, and keeper of the clock. */
abstract class Leader<M> extends AbstractBehavior<M> {
  private final Consumer<Iteration> done;
  private long start;

  Leader(ActorContext<M> context, Consumer<Iteration> done) {
    super(context);
    this.done = done;
  }

  /** Begins a subclass's {@code createReceive}: where a child fails, so does this. */
  final ReceiveBuilder<M> receiveBuilder() {
    return newReceiveBuilder().onSignal(ChildFailed.class, this::onChildFailed);
  }

  private Behavior<M> onChildFailed(ChildFailed signal) {
    throw new IllegalStateException("an actor failed", signal.getCause());
  }

  /** Spawns an actor whose failure is the leader's too, and so the program's. */
  final <T> ActorRef<T> spawn(Behavior<T> behavior) {
    ActorRef<T> actor = getContext().spawnAnonymous(behavior);
    getContext().watch(actor);
    return actor;
  }

  /** Starts the clock, at the {@code System.nanoTime} that it returns. */
  final long startClock() {
    start = System.nanoTime();
    return start;
  }

  /** Stops the clock. */
  final long elapsedNanos() {
    return elapsedNanos(System.nanoTime());
  }

  /** Stops the clock at that time of {@code System.nanoTime}. */
  final long elapsedNanos(long end) {
    return end - start;
  }

  /** Hands the outcome over, and stops with all children. */
  final Behavior<M> end(long elapsedNanos, Report report) {
    done.accept(new Iteration(elapsedNanos, report));
    return Behaviors.stopped();
  }
}
