package agon.madkit;

import agon.harness.Arguments;
import agon.harness.Iteration;
import java.util.concurrent.CompletableFuture;
import madkit.action.KernelAction;
import madkit.kernel.Agent;
import madkit.kernel.AgentAddress;
import madkit.kernel.Madkit;
import madkit.kernel.Message;

/** A MaDKit kernel without a desktop, on which leaders run one iteration after the other. */
final class Host {
  static final String COMMUNITY = "agon";

  private final Madkit kernel;

  Host(Arguments arguments) {
    arguments.variant("default");
    kernel = new Madkit("--desktop", "false", "--madkitLogLevel", "OFF", "--agentLogLevel", "OFF");
  }

  /** Launches the leader, and waits for what it takes its iteration to be. */
  Iteration run(Leader leader) throws Exception {
    kernel.doAction(KernelAction.LAUNCH_AGENT, leader);
    return leader.iteration.get();
  }

  void close() {
    kernel.doAction(KernelAction.EXIT);
  }

  /** An agent that others can write to: it knows its own address in the iteration's group. */
  abstract static class Member extends Agent {
    private final String group;
    private AgentAddress address;

    Member(String group) {
      this.group = group;
    }

    /** The launcher waits until this has run, so that the launcher can ask for the address. */
    @Override
    protected void activate() {
      createGroupIfAbsent(COMMUNITY, group);
      requestRole(COMMUNITY, group, "member");
      address = getAgentAddressIn(COMMUNITY, group, "member");
    }

    final String group() {
      return group;
    }

    final AgentAddress address() {
      return address;
    }
  }

  /** Leads one iteration, and ends with it. */
  abstract static class Leader extends Member {
    private final CompletableFuture<Iteration> iteration = new CompletableFuture<>();

    Leader(String group) {
      super(group);
    }

    abstract Iteration lead();

    @Override
    protected final void live() {
      try {
        iteration.complete(lead());
      } catch (RuntimeException | Error e) {
        iteration.completeExceptionally(e);
      }
    }
  }

  /** Ends an agent that is no longer needed. */
  static final class Stop extends Message {
    private static final long serialVersionUID = 1;
  }
}
