package calc;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Structure;
import jason.asSyntax.Term;

public class swap extends DefaultInternalAction {
  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Structure one = (Structure) args[0];
    Structure other = (Structure) args[1];
    return un.unifies(one.getTerm(0), other.getTerm(1))
        && un.unifies(one.getTerm(1), other.getTerm(0))
        && un.unifies(other.getTerm(1), new jason.asSyntax.Atom("c"));
  }
}
