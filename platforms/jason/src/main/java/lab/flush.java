package lab;

import jason.asSemantics.Unifier;
import jason.asSyntax.Term;

/** {@code lab.flush}: what was printed is safe. */
public final class flush extends LabAction {
  private static final long serialVersionUID = 1L;

  public flush() {
    super(0, 0);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) {
    run.flush();
    return true;
  }
}
