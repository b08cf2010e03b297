import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A supervised key-value store whose entries expire. */
public final class Store extends AbstractBehavior<Store.Command> {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration HOUR = Duration.ofHours(1);

  interface Command {}

  record Put(String key, String value, Duration keep) implements Command {}

  record Get(String key, ActorRef<Optional<String>> replyTo) implements Command {}

  private record Expire(String key) implements Command {}

  private enum Stop implements Command {
    INSTANCE
  }

  private final Map<String, String> entries = new HashMap<>();
  private final TimerScheduler<Command> timers;

  static Behavior<Command> create() {
    Behavior<Command> store =
        Behaviors.setup(context -> Behaviors.withTimers(timers -> new Store(context, timers)));
    return Behaviors.supervise(store)
        .onFailure(SupervisorStrategy.restart().withLimit(3, Duration.ofSeconds(5)));
  }

  private Store(ActorContext<Command> context, TimerScheduler<Command> timers) {
    super(context);
    this.timers = timers;
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Put.class, this::onPut)
        .onMessage(Get.class, this::onGet)
        .onMessage(Expire.class, this::onExpire)
        .onMessage(Stop.class, stop -> Behaviors.stopped())
        .onSignal(PostStop.class, this::onPostStop)
        .build();
  }

  private Behavior<Command> onPut(Put put) {
    if (put.key.isEmpty()) {
      throw new IllegalArgumentException("an empty key"); // the supervisor restarts the store
    }
    entries.put(put.key, put.value);
    timers.startSingleTimer(
        put.key, new Expire(put.key), put.keep); // in place of the key's timer before
    return this;
  }

  private Behavior<Command> onGet(Get get) {
    get.replyTo.tell(Optional.ofNullable(entries.get(get.key)));
    return this;
  }

  private Behavior<Command> onExpire(Expire expire) {
    entries.remove(expire.key);
    return this;
  }

  private Behavior<Command> onPostStop(PostStop signal) {
    System.out.println("stopped, entries: " + entries.size());
    return this;
  }

  private static Optional<String> get(ActorSystem<Command> store, String key) throws Exception {
    return AskPattern.<Command, Optional<String>>ask(
            store, replyTo -> new Get(key, replyTo), PATIENCE, store.scheduler())
        .toCompletableFuture()
        .get();
  }

  private static void expect(boolean held) {
    if (!held) {
      throw new AssertionError();
    }
  }

  public static void main(String[] args) throws Exception {
    // The system's first actor, the guardian, is the store itself.
    ActorSystem<Command> store = ActorSystem.create(create(), "store");

    store.tell(new Put("coffee", "black", HOUR));
    expect(get(store, "coffee").equals(Optional.of("black")));

    store.tell(new Put("tea", "green", Duration.ofMillis(20)));
    while (get(store, "tea").isPresent()) {
      Thread.sleep(1);
    }

    // The store throws and restarts; the question waits in the mailbox meanwhile.
    store.tell(new Put("", "nothing", HOUR));
    expect(get(store, "coffee").isEmpty());

    store.tell(new Put("coffee", "white", HOUR));
    expect(get(store, "coffee").equals(Optional.of("white")));

    // A message like others: what was sent before is handled. `terminate()` would stop the store
    // before its next message.
    store.tell(Stop.INSTANCE);
    store.getWhenTerminated().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
