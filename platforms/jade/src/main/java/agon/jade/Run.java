package agon.jade;

import agon.harness.Iteration;
import agon.harness.Report;
import jade.core.AID;
import jade.wrapper.AgentController;
import jade.wrapper.StaleProxyException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** The agents of one iteration. Whatever goes wrong in any of them fails the run. */
final class Run {
  private final Container container;
  private final int index;
  private final CompletableFuture<Iteration> outcome = new CompletableFuture<>();
  private final List<Started> agents = new ArrayList<>();
  private long start;

  private record Started(AgentController controller, Member member) {}

  private Run(Container container, int index) {
    this.container = container;
    this.index = index;
  }

  /**
   * Runs one iteration: the leader starts the other agents; when it has ended the run, all are
   * killed.
   */
  static Iteration perform(Container container, int index, Function<Run, Member> leader)
      throws Exception {
    Run run = new Run(container, index);
    run.start("leader", leader.apply(run));
    Iteration iteration = run.outcome.get();
    run.killAll();
    return iteration;
  }

  /** The address of the agent with that name, which need not have been started yet. */
  AID address(String name) {
    // No agent may have the name of another that is on its way out.
    return new AID(name + "." + index, AID.ISLOCALNAME);
  }

  AID start(String name, Member member) {
    AID address = address(name);
    try {
      AgentController agent = container.start(address.getLocalName(), member);
      // One after the other: JADE's tables of agents do not bear several that begin at a time.
      member.awaitReady();
      synchronized (this) {
        agents.add(new Started(agent, member));
      }
    } catch (StaleProxyException | InterruptedException e) {
      throw new IllegalStateException("agent " + name + " did not start", e);
    }
    return address;
  }

  /** Starts the clock, and returns when. */
  long startClock() {
    start = System.nanoTime();
    return start;
  }

  /** Stops the clock; the report is made after that. */
  void end(Supplier<Report> report) {
    end(System.nanoTime(), report);
  }

  /** Stops the clock at that time of {@code System.nanoTime}. */
  void end(long nanos, Supplier<Report> report) {
    outcome.complete(new Iteration(nanos - start, report.get()));
  }

  /** Ends the run with what has kept a clock of its own. */
  void end(Iteration iteration) {
    outcome.complete(iteration);
  }

  void fail(Throwable failure) {
    outcome.completeExceptionally(failure);
  }

  private void killAll() throws InterruptedException {
    List<Started> all;
    synchronized (this) {
      all = List.copyOf(agents);
    }
    for (Started agent : all) {
      try {
        agent.controller().kill();
      } catch (StaleProxyException e) {
        // It has ended by itself.
      }
    }
    // Not before they have left JADE's tables does the container end without a mistake.
    for (Started agent : all) {
      agent.member().awaitEnd();
    }
  }
}
