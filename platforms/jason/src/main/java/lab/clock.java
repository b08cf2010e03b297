package lab;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.NumberTermImpl;
import jason.asSyntax.Term;

/**
 * {@code lab.clock(NS)}: nanoseconds of a monotonic clock. It counts from the start of the program,
 * so that a reading fits exactly into a double.
 */
public final class clock extends DefaultInternalAction {

  private static final long serialVersionUID = 1L;

  @Override
  public int getMinArgs() {
    return 1;
  }

  @Override
  public int getMaxArgs() {
    return 1;
  }

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    checkArguments(args);
    return un.unifies(args[0], new NumberTermImpl(System.nanoTime() - Run.current().epoch));
  }
}
