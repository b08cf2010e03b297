package agon.typed;

import agon.harness.Arguments;
import agon.harness.Failures;
import agon.harness.Iteration;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A running actor system, which outlives the actors of its iterations. */
final class Host implements AutoCloseable {
  /** Makes a leader that hands its outcome to {@code done}. */
  interface LeaderFactory<M> {
    Leader<M> create(ActorContext<M> context, Consumer<Iteration> done);
  }

  private final ActorSystem<Guardian.Perform> system;

  /**
   * In the variant {@code safe} all messages are serialised, in the others none. Those besides
   * {@code default} are Pekko's, set up by system properties.
   */
  Host(Arguments arguments) {
    this(arguments, arguments.variant("default", "safe", "virtual", "runnable").equals("safe"));
  }

  Host(Arguments arguments, boolean safe) {
    this(arguments, safe ? ConfigFactory.parseResources("safe.conf") : ConfigFactory.empty());
  }

  /** With the settings of {@code special} on top of those for all workloads. */
  Host(Arguments arguments, Config special) {
    Config config =
        ConfigFactory.parseMap(Map.of("agon.threads", arguments.threads()))
            .withFallback(special)
            .withFallback(ConfigFactory.defaultApplication());
    system = ActorSystem.create(Guardian.create(), "agon", ConfigFactory.load(config));
  }

  /**
   * Runs one iteration: its leader spawns the other actors, hands the outcome over, and stops, and
   * they with it.
   */
  <M> Iteration run(LeaderFactory<M> factory) throws Exception {
    CompletableFuture<Iteration> outcome = new CompletableFuture<>();
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Behavior<M> leader = Behaviors.setup(context -> factory.create(context, outcome::complete));
    system.tell(new Guardian.Perform(leader, ended));
    ended.get();
    return outcome.getNow(null);
  }

  /** Starts an actor that is to stop by itself; if it fails, so does the program. */
  <M> ActorRef<M> start(Behavior<M> behavior) {
    CompletableFuture<ActorRef<M>> started = new CompletableFuture<>();
    CompletableFuture<Void> ended = new CompletableFuture<>();
    ended.whenComplete(
        (nothing, failure) -> {
          if (failure != null) {
            Failures.endProgram(failure);
          }
        });
    Behavior<M> actor =
        Behaviors.setup(
            context -> {
              started.complete(context.getSelf());
              return behavior;
            });
    system.tell(new Guardian.Perform(actor, ended));
    return started.join();
  }

  /** The address that an actor of this system has in another. */
  <M> ActorRef<M> seenFrom(Host other, ActorRef<M> actor) {
    if (other == this) {
      return actor;
    }
    String address = ActorRefResolver.get(system).toSerializationFormat(actor);
    return ActorRefResolver.get(other.system).resolveActorRef(address);
  }

  /** The address that an actor of this system has in any other. */
  String address(ActorRef<?> actor) {
    return ActorRefResolver.get(system).toSerializationFormat(actor);
  }

  /** The actor of another system that has that address. */
  <M> ActorRef<M> resolve(String address) {
    return ActorRefResolver.get(system).resolveActorRef(address);
  }

  @Override
  public void close() {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().join();
  }
}
