package look;

import jason.asSemantics.*;
import jason.asSyntax.*;
import jason.asSyntax.Trigger.*;
import java.util.*;

public class twin extends DefaultInternalAction {
  @Override
  public Object execute(final TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Agent c = ts.getAg().clone(new jason.architecture.AgArch());
    int n = 0;
    for (Literal l : c.getBB()) if (!l.getNS().getFunctor().equals("kqml")) n++;
    int p = 0;
    for (Plan pl : c.getPL()) if (!pl.getTrigger().getLiteral().getFunctor().contains("kqml")) p++;
    return un.unifies(
        args[0], new StringTermImpl(c.getClass().getSimpleName() + " " + n + " " + p));
  }
}
