package lib;

import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.NumberTermImpl;
import jason.asSyntax.Term;
import shared.Fixed;

/** plus(A, B, C): C is A and B together. */
public class plus extends Fixed {
  private static final long serialVersionUID = 1;

  public plus() {
    super(3);
  }

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    checkArguments(args);
    double sum = ((NumberTerm) args[0]).solve() + ((NumberTerm) args[1]).solve();
    return un.unifies(args[2], new NumberTermImpl(sum));
  }
}
