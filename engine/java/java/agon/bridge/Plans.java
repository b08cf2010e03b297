package agon.bridge;

import jason.JasonException;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import jason.asSyntax.Plan;
import jason.asSyntax.PlanLibrary;
import jason.asSyntax.StringTermImpl;
import jason.asSyntax.Term;
import jason.asSyntax.Trigger;
import jason.bb.BeliefBase;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What an agent knows how to do, which the engine keeps. What it gives out are copies. */
final class Plans extends PlanLibrary {
  private static final long serialVersionUID = 1;

  /** Plans by their texts: many agents have the same. */
  private static final Map<String, Plan> known = new ConcurrentHashMap<>();

  private static final int ALL = 0;
  private static final int LABELLED = 1;
  private static final int CANDIDATES = 2;

  private final String agent;

  Plans(String agent) {
    this.agent = agent;
  }

  /** The plan that this is the text of. */
  static Plan plan(String text) throws Exception {
    Plan plan = known.get(text);
    if (plan == null) {
      plan = ASSyntax.parsePlan(text);
      known.put(text, plan);
    }
    return (Plan) plan.clone();
  }

  private List<Plan> ask(int which, Term about, Trigger trigger) {
    Ask ask = new Ask(agent, Ask.PLANS).count(which);
    if (trigger != null) {
      ask.count(trigger.getOperator().ordinal()).count(trigger.getType().ordinal());
    }
    Reader reader = (about == null ? ask : ask.term(about)).answer();
    List<Plan> plans = new ArrayList<>();
    for (int left = reader.count(); left > 0; left--) {
      try {
        plans.add(plan(reader.string()));
      } catch (Exception wrong) {
        throw new IllegalStateException("a plan is not understood: " + wrong, wrong);
      }
    }
    return plans;
  }

  private void library(String action, Term what, Term source, String place) throws JasonException {
    Ask ask = new Ask(agent, Ask.LIBRARY).text(action).count(place == null ? 2 : 3);
    ask.term(what).term(source);
    if (place != null) {
      ask.term(ASSyntax.createAtom(place));
    }
    try {
      ask.answer();
    } catch (UnsupportedOperationException wrong) {
      throw new JasonException(wrong.getMessage());
    }
  }

  @Override
  public Plan add(Plan plan) throws JasonException {
    return add(plan, false);
  }

  @Override
  public Plan add(Plan plan, boolean before) throws JasonException {
    return add(plan, BeliefBase.ASelf, before);
  }

  @Override
  public Plan add(Plan plan, Term source, boolean before) throws JasonException {
    if (BridgedAgent.isParsed()) {
      return plan;
    }
    String text = plan.toASString();
    library(".add_plan", new StringTermImpl(text), source, before ? "begin" : "end");
    List<Plan> candidates = getCandidatePlans(plan.getTrigger());
    if (plan.getLabel() == null && candidates != null && !candidates.isEmpty()) {
      plan.setLabel(candidates.get(before ? 0 : candidates.size() - 1).getLabel());
    }
    return plan;
  }

  @Override
  public Plan get(String label) {
    return get(ASSyntax.createAtom(label));
  }

  @Override
  public Plan get(Literal label) {
    List<Plan> found = ask(LABELLED, ASSyntax.createAtom(label.getFunctor()), null);
    return found.isEmpty() ? null : found.get(0);
  }

  @Override
  public int size() {
    return getPlans().size();
  }

  @Override
  public List<Plan> getPlans() {
    return ask(ALL, null, null);
  }

  @Override
  public Iterator<Plan> iterator() {
    return getPlans().iterator();
  }

  @Override
  public void clear() {
    throw Ask.missing("PlanLibrary.clear");
  }

  @Override
  public boolean remove(Literal label, Term source) {
    if (get(label) == null) {
      return false;
    }
    try {
      library(".remove_plan", ASSyntax.createAtom(label.getFunctor()), source, null);
    } catch (JasonException wrong) {
      return false;
    }
    return true;
  }

  @Override
  public Plan remove(Literal label) {
    Plan plan = get(label);
    if (plan != null) {
      remove(label, BeliefBase.ASelf);
    }
    return plan;
  }

  public boolean isRelevant(Trigger trigger) {
    return hasCandidatePlan(trigger);
  }

  @Override
  public boolean hasCandidatePlan(Trigger trigger) {
    return getCandidatePlans(trigger) != null;
  }

  public List<Plan> getAllRelevant(Trigger trigger) {
    return getCandidatePlans(trigger);
  }

  @Override
  public List<Plan> getCandidatePlans(Trigger trigger) {
    List<Plan> found = ask(CANDIDATES, trigger.getLiteral(), trigger);
    return found.isEmpty() ? null : found;
  }

  @Override
  public String getAsTxt(boolean includeKqml) {
    StringBuilder text = new StringBuilder();
    for (Plan plan : this) {
      text.append(plan.toASString()).append('\n');
    }
    return text.toString();
  }

  @Override
  public PlanLibrary clone() {
    PlanLibrary copy = new PlanLibrary();
    try {
      copy.addAll(getPlans());
    } catch (JasonException wrong) {
      throw new IllegalStateException(wrong);
    }
    return copy;
  }
}
