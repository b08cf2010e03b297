package lab;

import jason.asSemantics.Unifier;
import jason.asSyntax.StringTerm;
import jason.asSyntax.Term;

/**
 * {@code lab.print(Text...)}: a line of the run's file, made of all arguments; nothing, if it has
 * none.
 */
public final class print extends LabAction {
  private static final long serialVersionUID = 1L;

  public print() {
    super(1, Integer.MAX_VALUE);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) {
    StringBuilder line = new StringBuilder();
    for (Term arg : args) {
      line.append(arg instanceof StringTerm string ? string.getString() : arg.toString());
    }
    run.print(line.toString());
    return true;
  }
}
