package agon.bridge;

import jason.architecture.AgArch;
import jason.asSemantics.Agent;
import jason.asSemantics.Circumstance;
import jason.asSemantics.Event;
import jason.asSemantics.Intention;
import jason.asSemantics.TransitionSystem;
import jason.asSyntax.Term;
import jason.runtime.Settings;
import jason.util.RunnableSerializable;
import java.util.List;

/** The transition system that programs see: the engine's cycle is behind it. */
final class Reasoner extends TransitionSystem {
  private static final long serialVersionUID = 1;

  private final String agent;

  Reasoner(String name, Agent agent, Circumstance events, Settings settings, AgArch body) {
    super(agent, events, settings, body);
    this.agent = name;
  }

  /** Whether there is a plan for it, the engine looks. */
  @Override
  public void updateEvents(Event event) {
    getC().addEvent(event);
  }

  @Override
  public void runAtBeginOfNextCycle(RunnableSerializable task) {
    Tasks.run(agent, task);
  }

  @Override
  public boolean generateGoalDeletion(Intention intention, List<Term> annotations, Term action) {
    ((Events) getC()).outside().fail(intention, annotations);
    return true;
  }

  /** The engine looks whether it is finished. */
  @Override
  public void applyClrInt(Intention intention) {}

  @Override
  public void reasoningCycle() {
    throw Ask.missing("TransitionSystem.reasoningCycle");
  }

  @Override
  public void sense() {
    throw Ask.missing("TransitionSystem.sense");
  }

  @Override
  public void deliberate() {
    throw Ask.missing("TransitionSystem.deliberate");
  }

  @Override
  public void act() {
    throw Ask.missing("TransitionSystem.act");
  }

  @Override
  public boolean canSleep() {
    Circumstance events = getC();
    return !events.hasEvent() && !events.hasRunningIntention() && !events.hasMsg();
  }
}
