package lots;

import jason.asSemantics.ConcurrentInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Term;

/** lots.gauge(What, Length): measures on a thread of its own, for which the intention waits. */
public class gauge extends ConcurrentInternalAction {
  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    String key = suspendInt(ts, "gauge", 5000);
    startInternalAction(
        ts,
        () -> {
          try {
            Thread.sleep(30);
          } catch (InterruptedException stopped) {
            return;
          }
          if (args[0].toString().equals("street")
              && un.unifies(args[1], ASSyntax.createNumber(120))) {
            resumeInt(ts, key);
          } else {
            failInt(ts, key);
          }
        });
    return true;
  }

  @Override
  public void timeout(TransitionSystem ts, String key) {
    failInt(ts, key);
  }
}
