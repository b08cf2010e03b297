package slow;

import jason.asSemantics.Circumstance;
import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.Intention;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Atom;
import jason.asSyntax.Term;

/** Suspends its intention as Jason's own actions do, without a helper. */
public class direct extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public boolean suspendIntention() {
    return true;
  }

  @Override
  public boolean canBeUsedInContext() {
    return false;
  }

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Circumstance c = ts.getC();
    Intention own = c.getSelectedIntention();
    own.setSuspended(true);
    c.addPendingIntention("direct", own);
    new Thread(
            () ->
                ts.runAtBeginOfNextCycle(
                    () -> {
                      Intention found = c.removePendingIntention("direct");
                      System.out.println(
                          "the same "
                              + (found.getId() == own.getId())
                              + " "
                              + c.getPendingIntentions().size());
                      un.unifies(args[0], new Atom("done"));
                      found.setSuspended(false);
                      found.peek().removeCurrentStep();
                      c.addRunningIntention(found);
                    }))
        .start();
    Thread.sleep(20);
    ts.getAgArch().wakeUpAct();
    return true;
  }
}
