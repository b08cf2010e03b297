package slow;

import jason.asSemantics.ConcurrentInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Term;
import java.util.concurrent.CountDownLatch;

/** Goes on once it is released. */
public class held extends ConcurrentInternalAction {
  static final CountDownLatch RELEASED = new CountDownLatch(1);

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    String key = suspendInt(ts, "held", 0);
    startInternalAction(
        ts,
        () -> {
          try {
            RELEASED.await();
            resumeInt(ts, key);
          } catch (InterruptedException wrong) {
            wrong.printStackTrace();
          }
        });
    return true;
  }

  @Override
  public void timeout(TransitionSystem ts, String key) {}
}
