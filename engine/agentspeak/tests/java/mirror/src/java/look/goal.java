package look;

import jason.asSemantics.*;
import jason.asSyntax.*;
import jason.asSyntax.Trigger.*;
import java.util.*;

public class goal extends DefaultInternalAction {
  @Override
  public Object execute(final TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Literal goal = ((Literal) args[0]).copy();
    goal.addAnnot(ASSyntax.createStructure("prio", args[1]));
    Event e = ts.getC().addAchvGoal(goal, null);
    ts.getLogger().info("event " + (e == null ? "none" : e.getTrigger().toString()));
    ts.getC()
        .addExternalEv(new Trigger(TEOperator.add, TEType.achieve, Literal.parseLiteral("g(ext)")));
    return true;
  }
}
