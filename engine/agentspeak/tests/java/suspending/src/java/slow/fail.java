package slow;

import jason.asSemantics.ConcurrentInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Term;

/** Fails later. */
public class fail extends ConcurrentInternalAction {
  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    String key = suspendInt(ts, "fail", 0);
    startInternalAction(ts, () -> failInt(ts, key));
    return true;
  }

  @Override
  public void timeout(TransitionSystem ts, String key) {}
}
