package lab;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Term;
import java.util.StringJoiner;

/** {@code lab.sample(File, Column...)}: writes a row of numbers or names to a CSV file. */
public final class sample extends DefaultInternalAction {

  private static final long serialVersionUID = 1L;

  @Override
  public int getMinArgs() {
    return 2;
  }

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    checkArguments(args);
    StringJoiner row = new StringJoiner(",");
    for (int i = 1; i < args.length; i++) {
      row.add(
          args[i] instanceof NumberTerm number
              ? Long.toString(Json.integer(number))
              : Json.text(args[i]));
    }
    Run.current().output.sample(Json.text(args[0]), row.toString());
    return true;
  }
}
