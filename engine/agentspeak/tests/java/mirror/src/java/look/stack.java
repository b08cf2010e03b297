package look;

import jason.asSemantics.*;
import jason.asSyntax.*;
import jason.asSyntax.Trigger.*;
import java.util.*;

public class stack extends DefaultInternalAction {
  @Override
  public Object execute(final TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    StringBuilder s = new StringBuilder();
    for (IntendedMeans im : ts.getC().getSelectedIntention()) {
      s.append(im.getTrigger().getLiteral().getFunctor())
          .append(im.getUnif().get("N") == null ? "" : "(" + im.getUnif().get("N") + ")")
          .append(" ")
          .append(im.getPlan().getBody().getPlanSize())
          .append(" ")
          .append(im.isFinished())
          .append(";");
    }
    s.append(
        ts.getC()
            .getSelectedIntention()
            .hasTrigger(
                new Trigger(TEOperator.add, TEType.achieve, Literal.parseLiteral("main")),
                new Unifier()));
    return un.unifies(args[0], new StringTermImpl(s.toString()));
  }
}
