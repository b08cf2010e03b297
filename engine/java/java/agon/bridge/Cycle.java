package agon.bridge;

import jason.JasonException;
import jason.RevisionFailedException;
import jason.architecture.AgArch;
import jason.asSemantics.Agent;
import jason.asSemantics.Event;
import jason.asSemantics.Intention;
import jason.asSemantics.Message;
import jason.asSemantics.Option;
import jason.asSemantics.Unifier;
import jason.asSyntax.Literal;
import jason.asSyntax.Plan;
import jason.asSyntax.Term;
import jason.asSyntax.Trigger;
import jason.asSyntax.VarTerm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The functions of an agent's own, which the engine calls where Jason calls them. */
final class Cycle {
  // What is called for, as the engine has it in `java/custom.rs`.
  private static final int BEGIN = 0;
  private static final int STARTS = 1;
  private static final int FINISHES = 2;
  private static final int PERCEIVE = 3;
  private static final int UPDATE = 4;
  private static final int MAIL = 5;
  private static final int EVENT = 6;
  private static final int INTENTION = 7;
  private static final int MESSAGE = 8;
  private static final int OPTION = 9;
  private static final int ACCEPT = 10;
  private static final int REVISE = 11;
  private static final int ACT = 12;
  private static final int SEND = 13;
  private static final int QUERY = 14;
  private static final int CREATE = 15;
  private static final int STATE = 16;
  private static final int PLANS = 17;
  private static final int OCCURRED = 18;

  private Cycle() {}

  static byte[] call(int what, Reader reader) throws Exception {
    String name = reader.string();
    long version = reader.version();
    if (what == CREATE) {
      KnownAgents.declare(name, reader);
      KnownAgents.of(name);
      return null;
    }
    BridgedAgent bridged = KnownAgents.of(name);
    Visit visit = Visit.here();
    Beliefs before = visit.enter(bridged.beliefs(), version);
    try {
      return call(what, bridged, reader);
    } finally {
      visit.leave(before);
    }
  }

  private static byte[] call(int what, BridgedAgent bridged, Reader reader) throws Exception {
    Agent agent = bridged.agent();
    AgArch arch = agent.getTS().getAgArch();
    Events events = (Events) agent.getTS().getC();
    bridged.count();
    switch (what) {
      case BEGIN:
        return new Writer().count(bridged.begin(reader.string())).bytes();
      case STARTS:
        arch.reasoningCycleStarting();
        return null;
      case FINISHES:
        arch.reasoningCycleFinished();
        events.setAction(null);
        return null;
      case PERCEIVE:
        return literals(arch.perceive());
      case UPDATE:
        agent.buf(reader.literals());
        return null;
      case MAIL:
        arch.checkMail();
        return null;
      case EVENT:
        Queue<Event> all = new ConcurrentLinkedQueue<>(events.getEvents());
        List<Event> before = new ArrayList<>(all);
        return chosen(before, agent.selectEvent(all), all);
      case INTENTION:
        Queue<Intention> running = new ConcurrentLinkedQueue<>(events.getRunningIntentions());
        List<Intention> first = new ArrayList<>(running);
        return chosen(first, agent.selectIntention(running), running);
      case MESSAGE:
        Queue<Message> mail = new ConcurrentLinkedQueue<>(events.getMailBox());
        List<Message> had = new ArrayList<>(mail);
        return chosen(had, agent.selectMessage(mail), mail);
      case OPTION:
        return option(agent, events, reader);
      case ACCEPT:
        return new Writer().add(agent.socAcc(Mail.message(reader)) ? 1 : 0).bytes();
      case REVISE:
        return revise(agent, reader);
      case ACT:
        int number = reader.count();
        Intention whose = events.intention(reader);
        Deed deed = new Deed(bridged.name(), number, whose, reader.action());
        events.setAction(deed);
        arch.act(deed);
        return null;
      case SEND:
        return send(arch, reader);
      case STATE:
        ((Reasoner) agent.getTS())
            .notifyListeners(reader.string(), Events.trigger(reader), reader.term());
        return null;
      case OCCURRED:
        events.notifyListeners(reader);
        return null;
      case PLANS:
        return plans(agent, events, Events.trigger(reader));
      case QUERY:
        return found(agent.getBB().getCandidateBeliefs(reader.belief(), new Unifier()));
      default:
        throw new IllegalArgumentException("function " + what);
    }
  }

  /** The facts among these. Rules are the engine's. */
  private static byte[] found(Iterator<Literal> all) {
    List<Literal> facts = new ArrayList<>();
    while (all != null && all.hasNext()) {
      Literal each = all.next();
      if (!each.isRule()) {
        facts.add(each);
      }
    }
    return literals(facts);
  }

  private static byte[] literals(Collection<Literal> all) {
    if (all == null) {
      return null;
    }
    List<Literal> copy = new ArrayList<>(all);
    copy.removeIf(each -> each == null);
    Writer writer = new Writer().count(copy.size());
    copy.forEach(writer::term);
    return writer.bytes();
  }

  /** The place of what was chosen, counted from 1, and the places of what else is gone. */
  private static <T> byte[] chosen(List<T> before, T chosen, Collection<T> after) {
    List<Integer> gone = new ArrayList<>();
    int place = 0;
    for (int i = 0; i < before.size(); i++) {
      T each = before.get(i);
      if (each == chosen) {
        place = i + 1;
      } else if (after.stream().noneMatch(left -> left == each)) {
        gone.add(i);
      }
    }
    if (chosen != null && place == 0) {
      throw Ask.missing("choosing what was not there, as " + chosen + ",");
    }
    Writer writer = new Writer().count(place).count(gone.size());
    gone.forEach(writer::count);
    return writer.bytes();
  }

  /** Which plans there are for an event, as the agent's own functions have it. */
  private static byte[] plans(Agent agent, Events events, Trigger trigger) throws Exception {
    Intention waits = events.getSelectedIntention();
    Event event = new Event(trigger, waits == null ? Intention.EmptyInt : waits);
    events.select(event, null);
    List<Option> options = /* in Jason 3.2 */ agent.getTS().relevantPlans(trigger, event);
    if (options == null || options.isEmpty()) {
      return new byte[] {0};
    }
    options = /* in Jason 3.2 */ agent.getTS().applicablePlans(options);
    if (options == null || options.isEmpty()) {
      return new byte[] {1};
    }
    Writer writer = new Writer().named().add(2).count(options.size());
    for (Option option : options) {
      Plan plan = option.getPlan();
      writer.string(plan.getLabel() == null ? "" : plan.getLabel().getFunctor());
      writer.string(plan.toASString());
      List<VarTerm> known = new ArrayList<>();
      List<Term> values = new ArrayList<>();
      for (VarTerm variable : option.getUnifier()) {
        Term value = option.getUnifier().get(variable);
        if (value != null && !value.isVar()) {
          known.add(variable);
          values.add(value.capply(option.getUnifier()));
        }
      }
      writer.count(known.size());
      for (int i = 0; i < known.size(); i++) {
        writer.string(known.get(i).getFunctor()).term(values.get(i));
      }
    }
    return writer.bytes();
  }

  private static byte[] option(Agent agent, Events events, Reader reader) throws Exception {
    List<Option> options = new ArrayList<>();
    int count = reader.count();
    if (count > 0) {
      events.select(new Event(Events.trigger(reader), Intention.EmptyInt), null);
    }
    for (int left = count; left > 0; left--) {
      options.add(Held.option(reader));
    }
    List<Option> before = new ArrayList<>(options);
    Option chosen;
    try {
      chosen = agent.selectOption(options);
    } catch (Exception none) {
      // Jason 3.3 has an exception for it.
      if (!none.getClass().getName().equals("jason.asSemantics.NoOptionException")) {
        throw none;
      }
      return new Writer().count(0).term(((JasonException) none).getErrorTerms()).bytes();
    }
    events.select(events.getSelectedEvent(), chosen);
    int place = 0;
    for (int i = 0; i < before.size() && place == 0; i++) {
      place = before.get(i) == chosen ? i + 1 : 0;
    }
    return new Writer().count(place).bytes();
  }

  /** What was added and what is gone; that nothing was; or why that cannot be. */
  private static byte[] revise(Agent agent, Reader reader) {
    boolean adds = reader.flag();
    boolean atEnd = reader.flag();
    Literal literal = reader.belief();
    Literal added = adds ? literal : null;
    Literal gone = adds ? null : literal;
    try {
      List<Literal>[] revised =
          atEnd
              ? agent.brf(added, gone, Intention.EmptyInt, true)
              : agent.brf(added, gone, Intention.EmptyInt);
      if (revised == null) {
        return new byte[] {0};
      }
      Writer writer = new Writer().add(1);
      for (List<Literal> each : revised) {
        List<Literal> all = each == null ? List.of() : each;
        writer.count(all.size());
        all.forEach(writer::term);
      }
      return writer.bytes();
    } catch (RevisionFailedException wrong) {
      return new byte[] {2};
    }
  }

  private static byte[] send(AgArch arch, Reader reader) throws Exception {
    boolean everybody = reader.flag();
    Message message = Mail.message(reader);
    try {
      if (everybody) {
        message.setReceiver(null);
        arch.broadcast(message);
      } else {
        arch.sendMsg(message);
      }
      return null;
    } catch (JasonException wrong) {
      return new Writer().string(String.valueOf(wrong.getMessage())).bytes();
    }
  }
}
