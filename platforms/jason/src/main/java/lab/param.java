package lab;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Term;

/**
 * {@code lab.param(Name, Value)}: an argument of the command line; a number where it looks like
 * one, else an atom if it can be, else a string.
 */
public final class param extends DefaultInternalAction {

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
    String value = Run.current().arguments.get(Json.text(args[0]));
    return value != null && un.unifies(args[1], term(value));
  }

  private static Term term(String value) {
    if (value.matches("[0-9]{1,15}")) {
      return ASSyntax.createNumber(Long.parseLong(value));
    }
    if (value.matches("[a-z][A-Za-z0-9_]*")) {
      return ASSyntax.createAtom(value);
    }
    return ASSyntax.createString(value);
  }
}
