package lab;

import agon.workload.Compute;
import jason.NoValueException;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Term;

/**
 * {@code lab.steps(From, Count, X, Counted)}: {@code X} is what so many steps of {@code x = 48271*x
 * mod 2147483647} make of {@code From}, {@code Counted} the steps that were done.
 */
public final class steps extends LabAction {
  private static final long serialVersionUID = 1L;

  public steps() {
    super(4, 4);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) throws NoValueException {
    Compute.Result result = Compute.steps(Math.toIntExact(integer(args[0])), integer(args[1]));
    return unifier.unifies(args[2], ASSyntax.createNumber(result.x()))
        && unifier.unifies(args[3], ASSyntax.createNumber(result.steps()));
  }
}
