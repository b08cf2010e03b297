package lab;

import jason.NoValueException;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.ListTerm;
import jason.asSyntax.Term;

/** {@code lab.xor(Numbers, Xor)}: the bitwise exclusive or of all numbers in a list. */
public final class xor extends LabAction {
  private static final long serialVersionUID = 1L;

  public xor() {
    super(2, 2);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) throws NoValueException {
    long xor = 0;
    for (Term number : (ListTerm) args[0]) {
      xor ^= integer(number);
    }
    return unifier.unifies(args[1], ASSyntax.createNumber(xor));
  }
}
