package lab;

import jason.NoValueException;
import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.StringTerm;
import jason.asSyntax.Term;

/** An internal action of the library that AgentSpeak programs use to speak with the lab. */
abstract class LabAction extends DefaultInternalAction {
  private static final long serialVersionUID = 1L;
  private static final double EXACT = 1L << 53;

  private final int min;
  private final int max;

  LabAction(int min, int max) {
    this.min = min;
    this.max = max;
  }

  abstract boolean execute(Run run, Unifier unifier, Term[] args) throws Exception;

  @Override
  public final Object execute(TransitionSystem ts, Unifier unifier, Term[] args) throws Exception {
    checkArguments(args);
    return execute(Run.current(), unifier, args);
  }

  @Override
  public final int getMinArgs() {
    return min;
  }

  @Override
  public final int getMaxArgs() {
    return max;
  }

  /** AgentSpeak's numbers are doubles; the lab takes exact integers only. */
  static long integer(Term term) throws NoValueException {
    double value = ((NumberTerm) term).solve();
    if (value != Math.rint(value) || Math.abs(value) > EXACT) {
      throw new IllegalArgumentException(term + " is no exact integer");
    }
    return (long) value;
  }

  /** An atom's name or a string's characters. */
  static String text(Term term) {
    if (term instanceof StringTerm string) {
      return string.getString();
    }
    if (term.isAtom()) {
      return term.toString();
    }
    throw new IllegalArgumentException(term + " is neither an atom nor a string");
  }
}
