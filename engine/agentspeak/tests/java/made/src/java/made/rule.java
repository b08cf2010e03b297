package made;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Term;

/** Adds a rule. */
public class rule extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    return ts.getAg().getBB().add(ASSyntax.parseRule("double(X, Y) :- .number(X) & Y = 2 * X."));
  }
}
