package lab;

import jason.asSemantics.Unifier;
import jason.asSyntax.Term;

/** {@code lab.iteration(NS)}: the work is done and reported, and took so many nanoseconds. */
public final class iteration extends LabAction {
  private static final long serialVersionUID = 1L;

  public iteration() {
    super(1, 1);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) throws Exception {
    run.finish(integer(args[0]));
    return true;
  }
}
