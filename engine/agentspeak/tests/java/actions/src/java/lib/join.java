package lib;

import jason.JasonException;
import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Term;

/** join(A, B): both are the same, or the pair of something else. */
public class join extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    if (args.length == 0) {
      throw new JasonException("nothing to join");
    }
    if (args.length == 1) {
      return un.unifies(args[0], ASSyntax.parseTerm("pair(New, [New, \"x\"], ~q(1)[a])"));
    }
    return un.unifies(args[0], args[1]);
  }
}
