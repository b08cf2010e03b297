package lab;

import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Term;

/** {@code lab.param(Name, Value)}: a parameter of the workload, a number or an atom. */
public final class param extends LabAction {
  private static final long serialVersionUID = 1L;

  public param() {
    super(2, 2);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) {
    String name = text(args[0]);
    String word = run.words().get(name);
    if (word != null) {
      return unifier.unifies(args[1], ASSyntax.createAtom(word));
    }
    Long number = run.numbers().get(name);
    return number != null && unifier.unifies(args[1], ASSyntax.createNumber(number));
  }
}
