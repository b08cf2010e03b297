package lab;

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
  private static final long FACTOR = 48271;
  private static final long MODULUS = 2147483647;

  public steps() {
    super(4, 4);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) throws NoValueException {
    long x = integer(args[0]);
    long count = integer(args[1]);
    long counted = 0;
    while (counted < count) {
      x = FACTOR * x % MODULUS;
      counted++;
    }
    return unifier.unifies(args[2], ASSyntax.createNumber(x))
        && unifier.unifies(args[3], ASSyntax.createNumber(counted));
  }
}
