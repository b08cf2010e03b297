package books;

import jason.asSemantics.*;
import jason.asSyntax.*;
import jason.bb.BeliefBase;

/** books.book(Name, Amount): believes it from now on. */
public class book extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Literal account = ASSyntax.createLiteral("account", args[0], args[1]);
    account.addAnnot(BeliefBase.TSelf);
    return ts.getAg().addBel(account);
  }
}
