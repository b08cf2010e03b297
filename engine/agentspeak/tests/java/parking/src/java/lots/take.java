package lots;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Term;

/** lots.take(Lot, Car): the lot is the car's from now on. */
public class take extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    ts.getLogger().info(args[1] + " turns in");
    return Lots.take(args[0].toString());
  }
}
