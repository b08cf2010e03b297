package books;

import jason.asSemantics.*;
import jason.asSyntax.*;

/** books.cancel(Name): believes no account of that name any more. */
public class cancel extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Literal account = Literal.parseLiteral("account(" + args[0] + ",X)[source(self)]");
    Literal found = ts.getAg().findBel(account, new Unifier());
    return found != null && ts.getAg().delBel(found);
  }
}
