package lab;

import jason.NoValueException;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.ListTerm;
import jason.asSyntax.ListTermImpl;
import jason.asSyntax.Term;

/** {@code lab.input(Line, List)}: the integers in a line of the input, the first line being 1. */
public final class input extends LabAction {
  private static final long serialVersionUID = 1L;

  public input() {
    super(2, 2);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) throws NoValueException {
    ListTerm list = new ListTermImpl();
    ListTerm tail = list;
    for (int number : run.input((int) integer(args[0]))) {
      tail = tail.append(ASSyntax.createNumber(number));
    }
    return unifier.unifies(args[1], list);
  }
}
