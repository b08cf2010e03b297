package lab;

import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Term;

/** {@code lab.clock(NS)}: nanoseconds of a monotonic clock. */
public final class clock extends LabAction {
  private static final long serialVersionUID = 1L;

  public clock() {
    super(1, 1);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) {
    return unifier.unifies(args[0], ASSyntax.createNumber(run.nanos()));
  }
}
