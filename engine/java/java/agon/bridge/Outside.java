package agon.bridge;

import jason.asSemantics.Intention;
import jason.asSemantics.Unifier;
import jason.asSyntax.Term;
import jason.asSyntax.VarTerm;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Intentions of an agent that wait for an internal action which goes on in Java. */
final class Outside {
  private final String agent;

  /** By their numbers. */
  private final Map<Integer, Step> steps = new HashMap<>();

  /** Those that were resumed before their action had returned. */
  private final Set<Integer> early = new HashSet<>();

  /** What is known of a step that is being executed. */
  private static final class Step {
    final Unifier unifier;
    final List<VarTerm> variables;

    Step(Unifier unifier, List<VarTerm> variables) {
      this.unifier = unifier;
      this.variables = variables;
    }
  }

  Outside(String agent) {
    this.agent = agent;
  }

  /** An action has returned that suspends its intention. Returns whether that waits for it. */
  synchronized boolean waits(Intention intention, Unifier unifier, List<VarTerm> variables) {
    if (early.remove(intention.getId())) {
      return false;
    }
    steps.put(intention.getId(), new Step(unifier, variables));
    return true;
  }

  /** Does it wait for Java, which has it by a key, or at hand? */
  synchronized boolean holds(Intention intention) {
    return steps.containsKey(intention.getId());
  }

  /** The intention goes on, with what its variables stand for by now. */
  void resume(Intention intention) {
    if (!(intention instanceof Held)) {
      throw Ask.missing("Circumstance.addRunningIntention with an intention of Java's own");
    }
    if (!((Held) intention).isAdvanced()) {
      throw Ask.missing("resuming an intention whose current step is not removed");
    }
    Step step = take(intention);
    if (step != null) {
      byte[] found = Actions.found(step.unifier, step.variables);
      new Ask(agent, Ask.RESUME).count(intention.getId()).bytes(found).answer();
    }
  }

  /** The intention's step has failed. */
  void fail(Intention intention, List<Term> annotations) {
    if (take(intention) == null) {
      throw Ask.missing("TransitionSystem.generateGoalDeletion of an intention that does not wait");
    }
    List<Term> all = annotations == null ? List.of() : annotations;
    Ask ask = new Ask(agent, Ask.FAIL).count(intention.getId()).count(all.size());
    all.forEach(ask::term);
    ask.answer();
  }

  private synchronized Step take(Intention intention) {
    Step step = steps.remove(intention.getId());
    if (step == null) {
      early.add(intention.getId());
    }
    return step;
  }
}
