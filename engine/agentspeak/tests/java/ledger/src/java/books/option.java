package books;

import jason.asSemantics.*;
import jason.asSyntax.*;

/** books.option(Name, Value): what the project declares. */
public class option extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    String value = ts.getSettings().getUserParameter(args[0].toString());
    return value != null && un.unifies(args[1], new StringTermImpl(value));
  }
}
