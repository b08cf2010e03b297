package lab;

import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Term;

/**
 * {@code lab.param(Name, Value)}: a parameter of the workload, a number; or {@code witness}, which
 * is {@code on} or {@code off}.
 */
public final class param extends LabAction {
  private static final long serialVersionUID = 1L;

  public param() {
    super(2, 2);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) {
    String name = text(args[0]);
    if (name.equals("witness")) {
      return unifier.unifies(args[1], ASSyntax.createAtom(run.witness() ? "on" : "off"));
    }
    Integer number = run.numbers().get(name);
    return number != null && unifier.unifies(args[1], ASSyntax.createNumber(number));
  }
}
