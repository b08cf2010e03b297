package agon.bridge;

import jason.architecture.AgArch;
import jason.asSemantics.Agent;
import jason.asSemantics.Circumstance;
import jason.asSemantics.InternalAction;
import jason.asSemantics.Message;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Literal;
import jason.asSyntax.LogicalFormula;
import jason.asSyntax.PlanLibrary;
import jason.bb.BeliefBase;
import jason.runtime.RuntimeServices;
import jason.runtime.Settings;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.Logger;

/**
 * What actions see of an agent, which lives elsewhere. What is not forwarded yet fails in that
 * call, with its name.
 */
final class Mind extends Agent {
  private static final long serialVersionUID = 1;

  private final String name;
  private final TransitionSystem system;

  /** Each agent has its own of each action. The agent's thread alone comes here. */
  private final Map<Integer, InternalAction> actions = new HashMap<>();

  Mind(String name) {
    this.name = name;
    this.system = new TransitionSystem(this, new Circumstance(), new Settings(), new Body());
    setTS(system);
  }

  TransitionSystem system() {
    return system;
  }

  InternalAction action(int number) {
    return actions.get(number);
  }

  InternalAction action(int number, InternalAction action) {
    actions.put(number, action);
    return action;
  }

  private static UnsupportedOperationException missing(String what) {
    return new UnsupportedOperationException(
        what + " is not offered by agon to internal actions in Java yet");
  }

  @Override
  public Logger getLogger() {
    return system.getLogger();
  }

  @Override
  public BeliefBase getBB() {
    throw missing("Agent.getBB");
  }

  @Override
  public PlanLibrary getPL() {
    throw missing("Agent.getPL");
  }

  @Override
  public boolean believes(LogicalFormula formula, Unifier unifier) {
    throw missing("Agent.believes");
  }

  @Override
  public Literal findBel(Literal belief, Unifier unifier) {
    throw missing("Agent.findBel");
  }

  @Override
  public boolean addBel(Literal belief) {
    throw missing("Agent.addBel");
  }

  @Override
  public boolean delBel(Literal belief) {
    throw missing("Agent.delBel");
  }

  /** Where the agent lives. */
  private final class Body extends AgArch {
    private static final long serialVersionUID = 1;

    @Override
    public String getAgName() {
      return name;
    }

    @Override
    public boolean isRunning() {
      return true;
    }

    @Override
    @Deprecated
    public RuntimeServices getRuntimeServices() {
      return Bridge.services();
    }

    @Override
    public void sendMsg(Message message) {
      throw missing("AgArch.sendMsg");
    }

    @Override
    public void broadcast(Message message) {
      throw missing("AgArch.broadcast");
    }
  }
}
