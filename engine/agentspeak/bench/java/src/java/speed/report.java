package speed;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Term;

/** report(What, N, From, To): how long each of N took. */
public class report extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    double took = ((NumberTerm) args[3]).solve() - ((NumberTerm) args[2]).solve();
    System.out.println(args[0] + " ns " + (long) (took / ((NumberTerm) args[1]).solve()));
    return true;
  }
}
