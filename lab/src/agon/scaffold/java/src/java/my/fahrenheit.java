package my;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Term;

/**
 * In a program: {@code my.fahrenheit(20, Fahrenheit)}. It takes 2 arguments, neither fewer nor
 * more.
 */
public class fahrenheit extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public int getMinArgs() {
    return 2;
  }

  @Override
  public int getMaxArgs() {
    return 2;
  }

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    checkArguments(args);
    double celsius = ((NumberTerm) args[0]).solve();
    return un.unifies(args[1], ASSyntax.createNumber(celsius * 9 / 5 + 32));
  }
}
