package look;

import jason.asSemantics.*;
import jason.asSyntax.*;
import jason.asSyntax.Trigger.*;
import java.util.*;

public class add extends DefaultInternalAction {
  @Override
  public Object execute(final TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Plan p = Plan.parse(((StringTerm) args[0]).getString());
    ts.getAg().getPL().add(p);
    return true;
  }
}
