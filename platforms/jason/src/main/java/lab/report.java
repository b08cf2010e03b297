package lab;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Term;

/** {@code lab.report(Key, Value)}: adds a number, name or (nested) list to the report. */
public final class report extends DefaultInternalAction {

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
    Run.current().output.report(Json.text(args[0]), Json.of(args[1]));
    return true;
  }
}
