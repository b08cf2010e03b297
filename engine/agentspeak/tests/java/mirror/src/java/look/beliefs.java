package look;

import jason.asSemantics.*;
import jason.asSyntax.*;
import jason.asSyntax.Trigger.*;
import jason.bb.BeliefBase;
import java.util.*;

public class beliefs extends DefaultInternalAction {
  @Override
  public Object execute(final TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    List<String> all = new ArrayList<>();
    BeliefBase bb = ts.getAg().getBB();
    for (Literal l : bb) {
      if (l.getNS().getFunctor().equals("kqml")) continue;
      if (l.isRule()) all.add("rule " + ((Rule) l).getHead() + " if " + ((Rule) l).getBody());
      else
        all.add(
            l.getFunctor()
                + l.getTerms()
                + " "
                + l.getSources()
                + (l.getAnnots("sure").isEmpty() ? "" : l.getAnnots("sure").toString()));
    }
    Collections.sort(all);
    all.add(
        ""
            + (bb.size() > 3)
            + " "
            + (bb.contains(Literal.parseLiteral("shared(1)")) != null)
            + " "
            + (bb.contains(Literal.parseLiteral("shared(9)")) != null));
    Iterator<Literal> c = bb.getCandidateBeliefs(Literal.parseLiteral("shared(X)"), new Unifier());
    while (c != null && c.hasNext()) all.add("candidate " + c.next().getTerm(0));
    c = bb.getCandidateBeliefs(new PredicateIndicator("nothing", 3));
    all.add("" + (c == null || !c.hasNext()));
    return un.unifies(args[0], new StringTermImpl(all.toString()));
  }
}
