package care;

import jason.RevisionFailedException;
import jason.asSemantics.Agent;
import jason.asSemantics.Event;
import jason.asSemantics.Intention;
import jason.asSemantics.Message;
import jason.asSemantics.Option;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import jason.asSyntax.LogExpr;
import jason.asSyntax.LogicalFormula;
import jason.asSyntax.Pred;
import jason.asSyntax.PredicateIndicator;
import jason.asSyntax.Trigger;
import jason.asSyntax.Trigger.TEOperator;
import jason.asSyntax.Trigger.TEType;
import jason.asSyntax.VarTerm;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;

/** Urgent first; believes no rumours. */
public class Doctor extends Agent {
  private final Trigger urgent = Trigger.parseTrigger("+urgent(_)");
  private final Unifier un = new Unifier();
  private int asked;

  @Override
  public void initAg() {
    super.initAg();
    getTS().getSettings().setSync(false);
    getLogger().info("begins as " + getTS().getUserAgArch().getAgName());
  }

  @Override
  public Event selectEvent(Queue<Event> events) {
    un.clear();
    Iterator<Event> all = events.iterator();
    while (all.hasNext()) {
      Event event = all.next();
      if (un.unifies(event.getTrigger(), urgent)) {
        getLogger().info("urgent: " + event.getTrigger().getLiteral().getTerm(0));
        all.remove();
        return event;
      }
    }
    return super.selectEvent(events);
  }

  @Override
  public Option selectOption(List<Option> options) {
    asked++;
    if (options.size() > 1) {
      Option best = null;
      double cost = Double.MAX_VALUE;
      for (Option option : options) {
        Pred label = option.getPlan().getLabel();
        Literal price = label.getAnnot("cost");
        double of = price == null ? 100 : Double.parseDouble(price.getTerm(0).toString());
        if (of < cost) {
          cost = of;
          best = option;
        }
      }
      getLogger()
          .info("chooses " + best.getPlan().getLabel().getFunctor() + " of " + options.size());
      options.remove(best);
      return best;
    }
    return options.isEmpty() ? null : options.remove(0);
  }

  @Override
  public boolean socAcc(Message m) {
    if (m.isTell() && m.getPropCont().toString().startsWith("rumour")) {
      getLogger().info("no rumours from " + m.getSender());
      return false;
    }
    return super.socAcc(m);
  }

  @Override
  public List<Literal>[] brf(Literal add, Literal rem, Intention i) throws RevisionFailedException {
    if (add != null && add.getFunctor().equals("pulse") && add.getArity() == 2) {
      // One at a time of each.
      Iterator<Literal> old = getBB().getCandidateBeliefs(new PredicateIndicator("pulse", 2));
      List<Literal> gone = new ArrayList<>();
      while (old != null && old.hasNext()) {
        Literal each = old.next();
        if (each.getTerm(0).equals(add.getTerm(0))) {
          gone.add(each);
        }
      }
      for (Literal each : gone) {
        getBB().remove(each);
      }
      if (!gone.isEmpty()) {
        getLogger().info("instead of " + gone.get(0).getTerm(1) + ": " + add.getTerm(1));
      }
    }
    return super.brf(add, rem, i);
  }

  @Override
  public boolean killAcc(String agName) {
    return agName.equals("nurse");
  }

  /** What is asked by an internal action. */
  int asked() {
    return asked;
  }

  String known() throws Exception {
    StringBuilder text = new StringBuilder();
    List<String> all = new ArrayList<>();
    for (Literal each : getBB()) {
      if (each.getNS().getFunctor().equals("kqml")) {
        continue;
      }
      if (!each.isRule() && each.getPredicateIndicator().getArity() == 2) {
        all.add(each.getFunctor() + each.getTerms());
      } else if (each.isRule()) {
        all.add("rule " + each.getPredicateIndicator());
      }
    }
    java.util.Collections.sort(all);
    text.append(all).append(' ');
    LogicalFormula formula =
        new LogExpr(
            ASSyntax.createLiteral("pulse", new VarTerm("P"), new VarTerm("N")),
            LogExpr.LogicalOp.and,
            ASSyntax.parseFormula("N > 100"));
    Iterator<Unifier> found = formula.logicalConsequence(this, new Unifier());
    List<String> fast = new ArrayList<>();
    while (found.hasNext()) {
      fast.add(found.next().get("P").toString());
    }
    java.util.Collections.sort(fast);
    text.append(fast)
        .append(' ')
        .append(believes(ASSyntax.parseFormula("ill(_) & not pulse(nobody,_)"), new Unifier()));
    text.append(' ')
        .append(findBel(Literal.parseLiteral("pulse(patient1,_)"), new Unifier()).getTerm(1));
    text.append(' ')
        .append(
            getPL()
                .hasCandidatePlan(
                    new Trigger(
                        TEOperator.add,
                        TEType.achieve,
                        ASSyntax.createLiteral("treat", new VarTerm("X")))));
    return text.toString();
  }
}
