package agon.bridge;

import jason.asSemantics.ActionExec;
import jason.asSemantics.Circumstance;
import jason.asSemantics.CircumstanceListener;
import jason.asSemantics.Event;
import jason.asSemantics.Intention;
import jason.asSemantics.Message;
import jason.asSemantics.Option;
import jason.asSyntax.StringTerm;
import jason.asSyntax.Term;
import jason.asSyntax.Trigger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** What an agent has to do, which the engine keeps. What it gives out are copies. */
final class Events extends Circumstance {
  private static final long serialVersionUID = 1;

  private final String agent;
  private final Beliefs beliefs;
  private final Outside outside;

  Events(String agent, Beliefs beliefs) {
    this.agent = agent;
    this.beliefs = beliefs;
    this.outside = new Outside(agent);
  }

  private Ask ask(int what) {
    return new Ask(agent, what);
  }

  /** The same, which changes no belief of the caller. */
  private Ask own(int what) {
    Ask ask = ask(what);
    return Visit.here().isOf(beliefs) ? ask.own() : ask;
  }

  @Override
  public void addEvent(Event event) {
    if (BridgedAgent.loads()) {
      // What there is already is not there twice.
      String same = event.getTrigger().toString();
      for (Event each : getEvents()) {
        if (each.getTrigger().toString().equals(same)) {
          return;
        }
      }
    }
    Intention intention = event.getIntention();
    if (intention != null && intention != Intention.EmptyInt) {
      throw Ask.missing("Circumstance.addEvent, addAchvGoal with an intention other than null");
    }
    Trigger trigger = event.getTrigger();
    if (beliefs.isUnminded(trigger)) {
      return;
    }
    ask(Ask.EVENT)
        .count(trigger.getOperator().ordinal())
        .count(trigger.getType().ordinal())
        .term(trigger.getLiteral())
        .answer();
  }

  @Override
  public void insertMetaEvent(Event event) {
    addEvent(event);
  }

  @Override
  public void addFeedbackAction(ActionExec action) {
    if (action instanceof Deed) {
      ((Deed) action).end();
    } else if (action instanceof Act) {
      ((Act) action).end();
    }
  }

  @Override
  public Queue<Event> getEvents() {
    Reader reader = ask(Ask.EVENTS).answer();
    List<Event> all = new ArrayList<>();
    for (int left = reader.count(); left > 0; left--) {
      all.add(new Event(trigger(reader), intention(reader)));
    }
    return new Copy<>(all, "Circumstance.getEvents");
  }

  static Trigger trigger(Reader reader) {
    Trigger.TEOperator operator = Trigger.TEOperator.values()[reader.count()];
    Trigger.TEType type = Trigger.TEType.values()[reader.count()];
    return new Trigger(operator, type, reader.belief());
  }

  /** An intention, or the empty one. */
  Intention intention(Reader reader) {
    return reader.flag() ? new Held(agent, reader) : Intention.EmptyInt;
  }

  @Override
  public Iterator<Event> getEventsPlusAtomic() {
    return getEvents().iterator();
  }

  @Override
  public boolean hasEvent() {
    return count(Counts.EVENTS) > 0;
  }

  /** All that the agent has to do goes; Jason's constructor asks for that, too. */
  @Override
  public void create() {
    super.create();
    if (agent != null) {
      clearEvents();
      clearRunningIntentions();
    }
  }

  @Override
  public void addEventListener(CircumstanceListener listener) {
    super.addEventListener(listener);
    ask(Ask.LISTEN).count(1).answer();
  }

  /** Something has become of an event or an intention. */
  void notifyListeners(Reader reader) {
    int what = reader.count();
    if (what == 0) {
      Trigger trigger = trigger(reader);
      Event event =
          new Event(trigger, reader.flag() ? Held.asItWas(agent, reader) : Intention.EmptyInt);
      getListeners().forEach(each -> each.eventAdded(event));
      return;
    }
    Held held = Held.asItWas(agent, reader);
    Term reason = reader.anyTerm();
    Term why = reason.isString() && ((StringTerm) reason).getString().isEmpty() ? null : reason;
    for (CircumstanceListener each : getListeners()) {
      switch (what) {
        case 1:
          each.intentionAdded(held);
          break;
        case 2:
          each.intentionDropped(held);
          break;
        case 3:
          each.intentionSuspended(held.isFinished() ? null : held.peek().getTrigger(), held, why);
          break;
        case 4:
          each.intentionWaiting(held, why);
          break;
        case 5:
          each.intentionResumed(held, why);
          break;
        default:
          each.intentionExecuting(held, why);
      }
    }
  }

  /** What is dealt with now, and how, as far as that is known. */
  void select(Event event, Option option) {
    SE = event;
    SO = option;
  }

  @Override
  public void clearEvents() {
    library(".drop_all_events");
  }

  @Override
  public boolean removeEvent(Event event) {
    return library(".drop_event", event.getTrigger().getLiteral());
  }

  private boolean library(String action, Term... arguments) {
    Ask ask = ask(Ask.LIBRARY).text(action).count(arguments.length);
    for (Term argument : arguments) {
      ask.term(argument);
    }
    return ask.holds();
  }

  private int count(int which) {
    return counts()[which];
  }

  int[] counts() {
    Reader reader = own(Ask.COUNTS).answer();
    int[] counts = new int[Counts.ALL];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = reader.count();
    }
    return counts;
  }

  @Override
  public Queue<Message> getMailBox() {
    return new Mail(agent);
  }

  @Override
  public void addMsg(Message message) {
    getMailBox().add(message);
  }

  @Override
  public boolean hasMsg() {
    return count(Counts.MAIL) > 0;
  }

  /** Those that run, or all but the one that is executed. */
  private List<Intention> intentions(boolean running) {
    Reader reader = ask(Ask.INTENTIONS).count(running ? 1 : 0).answer();
    List<Intention> all = new ArrayList<>();
    for (int left = reader.count(); left > 0; left--) {
      all.add(new Held(agent, reader));
    }
    return all;
  }

  @Override
  public Queue<Intention> getRunningIntentions() {
    return new Copy<>(intentions(true), "Circumstance.getRunningIntentions");
  }

  @Override
  public Iterator<Intention> getRunningIntentionsPlusAtomic() {
    return intentions(true).iterator();
  }

  @Override
  public int getNbRunningIntentions() {
    return count(Counts.RUNNING);
  }

  @Override
  public boolean hasRunningIntention() {
    return count(Counts.RUNNING) > 0;
  }

  @Override
  public boolean hasRunningIntention(Intention intention) {
    return intentions(true).contains(intention);
  }

  @Override
  public void clearRunningIntentions() {
    library(".drop_all_intentions");
  }

  @Override
  public Iterator<Intention> getAllIntentions() {
    return intentions(false).iterator();
  }

  /** Those that Java has put there itself by their keys, and others that wait. */
  @Override
  public Map<String, Intention> getPendingIntentions() {
    Map<String, Intention> all = new LinkedHashMap<>(super.getPendingIntentions());
    List<Intention> others = intentions(false);
    others.removeAll(intentions(true));
    others.removeAll(all.values());
    others.remove(getSelectedIntention());
    others.removeIf(outside::holds);
    others.forEach(each -> all.put("agon/" + each.getId(), each));
    return all;
  }

  @Override
  public Intention getSelectedIntention() {
    Reader reader = own(Ask.CURRENT).answer();
    return reader.flag() ? new Held(agent, reader) : null;
  }

  @Override
  public void addRunningIntention(Intention intention) {
    outside.resume(intention);
  }

  @Override
  public void resumeIntention(Intention intention, Term reason) {
    outside.resume(intention);
  }

  /** What was dropped meanwhile is not waited for. */
  @Override
  public Intention removePendingIntention(String key) {
    Intention found = super.removePendingIntention(key);
    return found instanceof Held && ((Held) found).isGone() ? null : found;
  }

  Outside outside() {
    return outside;
  }

  @Override
  public boolean removeRunningIntention(Intention intention) {
    throw Ask.missing("Circumstance.removeRunningIntention");
  }

  @Override
  public boolean dropRunningIntention(Intention intention) {
    return hasRunningIntention(intention) && drop(intention);
  }

  @Override
  public void dropIntention(Intention intention) {
    drop(intention);
  }

  @Override
  public boolean dropPendingIntention(Intention intention) {
    return !hasRunningIntention(intention) && drop(intention);
  }

  /** Returns whether it was there. */
  private boolean drop(Intention intention) {
    return intention instanceof Held && ask(Ask.DROP).count(intention.getId()).holds();
  }

  @Override
  public boolean hasPendingIntention() {
    return count(Counts.WAITING) > 0;
  }

  @Override
  public Map<String, Event> getPendingEvents() {
    throw Ask.missing("Circumstance.getPendingEvents");
  }

  /** What there is now, for an agent that is a copy. */
  @Override
  public Circumstance clone() {
    Circumstance copy = new Circumstance();
    getEvents().forEach(copy::addEvent);
    getMailBox().forEach(copy::addMsg);
    intentions(true).forEach(copy::addRunningIntention);
    return copy;
  }
}
