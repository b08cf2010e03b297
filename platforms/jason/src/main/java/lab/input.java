package lab;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.ListTerm;
import jason.asSyntax.ListTermImpl;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Term;

/** {@code lab.input(Line, List)}: the integers in a line of the input, the first line being 1. */
public final class input extends DefaultInternalAction {

  private static final long serialVersionUID = 1L;

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
    int line = (int) Json.integer((NumberTerm) args[0]);
    ListTerm list = new ListTermImpl();
    ListTerm tail = list;
    for (int number : Run.current().input.line(line)) {
      tail = tail.append(ASSyntax.createNumber(number));
    }
    return un.unifies(args[1], list);
  }
}
