package books;

import jason.asSemantics.*;
import jason.asSyntax.*;

/** books.knows(Formula): a rule is asked. */
public class knows extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Literal asked = (Literal) args[0];
    return ts.getAg().believes(asked, un);
  }
}
