package look;

import jason.asSemantics.*;
import jason.asSyntax.*;
import jason.asSyntax.Trigger.*;
import java.util.*;

public class intentions extends DefaultInternalAction {
  @Override
  public Object execute(final TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    List<String> all = new ArrayList<>();
    Iterator<Intention> it = ts.getC().getAllIntentions();
    while (it.hasNext()) {
      Intention i = it.next();
      all.add(
          i.getBottom().getTrigger().getLiteral().getFunctor()
              + ":"
              + i.size()
              + ":"
              + i.isSuspended());
    }
    for (Map.Entry<String, Intention> p : ts.getC().getPendingIntentions().entrySet())
      all.add("pending " + p.getValue().peek().getTrigger().getLiteral().getFunctor());
    Intention me = ts.getC().getSelectedIntention();
    all.add(
        "me " + me.peek().getTrigger() + " " + me.peek().getPlan().getLabel().getAnnot("priority"));
    Collections.sort(all);
    return un.unifies(args[0], new StringTermImpl(all.toString()));
  }
}
