package slow;

import jason.asSemantics.ConcurrentInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Term;

/** late(Milliseconds): no answer in time. */
public class late extends ConcurrentInternalAction {
  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    suspendInt(ts, "late", (int) ((NumberTerm) args[0]).solve());
    return true;
  }

  @Override
  public void timeout(TransitionSystem ts, String key) {
    System.out.println("out of time");
    failInt(ts, key);
  }
}
