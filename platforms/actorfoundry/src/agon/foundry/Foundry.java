package agon.foundry;

import agon.harness.Arguments;
import agon.harness.Iteration;
import java.util.concurrent.CompletableFuture;
import osl.foundry.FoundryStart;

/** Starts the foundry, once a process, with an actor that leads the iteration. */
final class Foundry {
  private static final CompletableFuture<Iteration> DONE = new CompletableFuture<>();

  private Foundry() {}

  static void configure(Arguments arguments) {
    Member.safe = arguments.variant("default", "safe").equals("safe");
  }

  /** The leader's `boot` is its first message; it ends the iteration with {@link #done}. */
  static Iteration run(Class<?> leader) throws Exception {
    if (DONE.isDone()) {
      throw new IllegalStateException("the foundry starts once a process: ask for one iteration");
    }
    Thread main =
        new Thread(() -> FoundryStart.main(new String[] {leader.getName(), "boot"}), "foundry");
    main.setDaemon(true);
    main.start();
    return DONE.get();
  }

  static void done(Iteration iteration) {
    DONE.complete(iteration);
  }
}
