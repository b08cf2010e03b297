package agon.bridge;

import jason.architecture.AgArch;
import jason.asSemantics.Agent;
import jason.asSemantics.Circumstance;
import jason.asSemantics.Event;
import jason.asSemantics.GoalListener;
import jason.asSemantics.Intention;
import jason.asSemantics.TransitionSystem;
import jason.asSyntax.Term;
import jason.asSyntax.Trigger;
import jason.runtime.Settings;
import jason.util.RunnableSerializable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The transition system that programs see: the engine's cycle is behind it. */
final class Reasoner extends TransitionSystem {
  private static final long serialVersionUID = 1;

  private final String agent;
  private final List<GoalListener> listeners = new CopyOnWriteArrayList<>();

  /** The goal whose end was reported last. */
  private String over;

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
  public void addGoalListener(GoalListener listener) {
    listeners.add(listener);
    new Ask(agent, Ask.LISTEN).count(0).answer();
  }

  @Override
  public boolean hasGoalListener() {
    return listeners != null && !listeners.isEmpty();
  }

  @Override
  public List<GoalListener> getGoalListeners() {
    return listeners;
  }

  @Override
  public boolean removeGoalListener(GoalListener listener) {
    return listeners.remove(listener);
  }

  /** A goal has come into a state. */
  void notifyListeners(String state, Trigger goal, Term reason) {
    String same = goal.toString();
    boolean isRepeated = state.equals("finished") && same.equals(over);
    over = null;
    if (isRepeated) {
      // How it has ended was reported.
      return;
    }
    for (GoalListener each : listeners) {
      switch (state) {
        case "pending":
          each.goalStarted(new Event(goal, Intention.EmptyInt));
          break;
        case "executing":
          each.goalExecuting(goal, reason);
          break;
        case "suspended":
          each.goalSuspended(goal, reason);
          break;
        case "waiting":
          each.goalWaiting(goal, reason);
          break;
        case "resumed":
          each.goalResumed(goal, reason);
          break;
        case "failed":
          each.goalFailed(goal, reason);
          break;
        default:
          over = same;
          each.goalFinished(goal, GoalListener.GoalStates.valueOf(state));
      }
    }
  }

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
