package books;

import jason.asSemantics.*;
import jason.asSyntax.*;
import java.util.Iterator;

/** books.sum(Sum): of all accounts that are believed. */
public class sum extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    double sum = 0;
    Iterator<Literal> all =
        ts.getAg().getBB().getCandidateBeliefs(new PredicateIndicator("account", 2));
    while (all != null && all.hasNext()) {
      sum += ((NumberTerm) all.next().getTerm(1)).solve();
    }
    ts.getLogger().info(ts.getAgArch().getAgName() + " adds up");
    return un.unifies(args[0], new NumberTermImpl(sum));
  }
}
