package ia;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ListTerm;
import jason.asSyntax.ListTermImpl;
import jason.asSyntax.Literal;
import jason.asSyntax.LogicalFormula;
import jason.asSyntax.Term;
import java.util.Iterator;

/** each(Formula, List): all solutions. */
public class each extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Iterator<Unifier> all = ((LogicalFormula) args[0]).logicalConsequence(ts.getAg(), un);
    ListTerm list = new ListTermImpl();
    while (all.hasNext()) {
      list.add(((Literal) args[0]).capply(all.next()));
    }
    return un.unifies(args[1], list);
  }
}
