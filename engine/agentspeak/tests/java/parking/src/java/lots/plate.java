package lots;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.StringTerm;
import jason.asSyntax.StringTermImpl;
import jason.asSyntax.Term;

/** lots.plate(Number, Text, Plate). */
public class plate extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    int number = (int) ((NumberTerm) args[0]).solve();
    String text = ((StringTerm) args[1]).getString();
    return un.unifies(args[2], new StringTermImpl(text.toUpperCase() + "-" + number));
  }
}
