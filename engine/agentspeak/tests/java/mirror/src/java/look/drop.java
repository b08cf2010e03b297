package look;

import jason.asSemantics.*;
import jason.asSyntax.*;
import jason.asSyntax.Trigger.*;
import java.util.*;

public class drop extends DefaultInternalAction {
  @Override
  public Object execute(final TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Trigger t =
        new Trigger(TEOperator.add, TEType.achieve, Literal.parseLiteral(args[0].toString()));
    Iterator<Intention> it = ts.getC().getAllIntentions();
    int n = 0;
    while (it.hasNext()) {
      Intention i = it.next();
      if (i.hasTrigger(t, un)) {
        ts.getC().dropIntention(i);
        n++;
      }
    }
    return un.unifies(args[1], new NumberTermImpl(n));
  }
}
