package look;

import jason.asSemantics.*;
import jason.asSyntax.*;
import jason.asSyntax.Trigger.*;
import java.util.*;

public class plans extends DefaultInternalAction {
  @Override
  public Object execute(final TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    List<String> all = new ArrayList<>();
    for (Plan p : ts.getAg().getPL())
      if (p.getNS() != null && !p.getLabel().getNS().equals(new Atom("kqml"))) {
        String t = p.getTrigger().getLiteral().getFunctor();
        if (!t.contains("kqml"))
          all.add(
              t
                  + "/"
                  + p.getBody().getPlanSize()
                  + (p.getContext() == null ? "" : " if " + p.getContext()));
      }
    Collections.sort(all);
    Plan main = ts.getAg().getPL().get("main");
    all.add(
        main.getLabel().toString().split(",")[0]
            + " "
            + main.getTrigger().getOperator()
            + main.getTrigger().getType()
            + main.getTrigger().getPredicateIndicator());
    return un.unifies(args[0], new StringTermImpl(all.toString()));
  }
}
