package calc;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.LogicalFormula;
import jason.asSyntax.Term;
import java.util.Iterator;

public class holds extends DefaultInternalAction {
  @Override
  public Term[] prepareArguments(jason.asSyntax.Literal body, Unifier un) {
    return body.getTermsArray();
  }

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    LogicalFormula formula = (LogicalFormula) args[0];
    Iterator<Unifier> all = formula.logicalConsequence(ts.getAg(), un);
    int count = 0;
    Unifier first = null;
    while (all.hasNext()) {
      Unifier each = all.next();
      if (first == null) {
        first = each;
      }
      count++;
    }
    if (first == null) {
      return false;
    }
    un.compose(first);
    return un.unifies(args[1], new jason.asSyntax.NumberTermImpl(count));
  }
}
