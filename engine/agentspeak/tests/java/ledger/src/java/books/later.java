package books;

import jason.asSemantics.*;
import jason.asSyntax.*;

/** books.later(Goal): a goal in an intention of its own. */
public class later extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    ts.getC().addAchvGoal((Literal) args[0].clone(), Intention.EmptyInt);
    return true;
  }
}
