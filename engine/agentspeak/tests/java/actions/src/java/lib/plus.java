package lib;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.NumberTermImpl;
import jason.asSyntax.Term;

/** plus(A, B, C): C is A and B together. */
public class plus extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public int getMinArgs() {
    return 3;
  }

  @Override
  public int getMaxArgs() {
    return 3;
  }

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    checkArguments(args);
    double sum = ((NumberTerm) args[0]).solve() + ((NumberTerm) args[1]).solve();
    return un.unifies(args[2], new NumberTermImpl(sum));
  }
}
