package calc;

import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ListTerm;
import jason.asSyntax.ListTermImpl;
import jason.asSyntax.Literal;
import jason.asSyntax.Term;
import java.util.Iterator;
import shared.Fixed;

public class all extends Fixed {
  public all() {
    super(3);
  }

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    checkArguments(args);
    Literal pattern = (Literal) args[0];
    ListTerm result = new ListTermImpl();
    ListTerm tail = result;
    Iterator<Unifier> solutions = pattern.logicalConsequence(ts.getAg(), un.clone());
    while (solutions != null && solutions.hasNext()) {
      tail = tail.append(args[1].capply(solutions.next()));
    }
    ListTerm sorted = new ListTermImpl();
    java.util.TreeSet<Term> set = new java.util.TreeSet<>(result.getAsList());
    sorted.addAll(set);
    return un.unifies(args[2], sorted);
  }
}
