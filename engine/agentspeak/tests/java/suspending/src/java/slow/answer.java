package slow;

import jason.asSemantics.ConcurrentInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Term;

/** answer(X, Milliseconds): X is 42 after some time. */
public class answer extends ConcurrentInternalAction {
  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    String key = suspendInt(ts, "slow", 5000);
    long wait = (long) ((NumberTerm) args[1]).solve();
    startInternalAction(
        ts,
        () -> {
          try {
            Thread.sleep(wait);
            Term answer = ASSyntax.parseTerm(args[0].isVar() ? "42" : "p(42, _)");
            if (un.unifies(args[0], answer)) {
              resumeInt(ts, key);
            } else {
              failInt(ts, key);
            }
          } catch (Exception wrong) {
            wrong.printStackTrace();
          }
        });
    return true;
  }

  @Override
  public void timeout(TransitionSystem ts, String key) {
    failInt(ts, key);
  }
}
