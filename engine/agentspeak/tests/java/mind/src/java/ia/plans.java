package ia;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Plan;
import jason.asSyntax.PlanLibrary;
import jason.asSyntax.Pred;
import jason.asSyntax.Term;
import jason.asSyntax.Trigger;

/** Adds plans, and takes one away. */
public class plans extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    PlanLibrary pl = ts.getAg().getPL();
    pl.add(ASSyntax.parsePlan("@low +!made(X) : X < 6 <- .print(\"low \", X)."));
    pl.add(ASSyntax.parsePlan("+!made(X) <- .print(\"other \", X)."));
    pl.add(ASSyntax.parsePlan("@gone +!made(X) <- .print(\"never\")."), true);
    Trigger made = ASSyntax.parseTrigger("+!made(1)");
    System.out.println(
        "candidates " + pl.getCandidatePlans(made).size() + " " + pl.hasCandidatePlan(made));
    System.out.println("none " + pl.getCandidatePlans(ASSyntax.parseTrigger("+!unheard(1)")));
    pl.remove(new Pred("gone"));
    Plan low = pl.get("low");
    System.out.println("low " + low.getTrigger() + " : " + low.getContext() + " " + pl.get("gone"));
    return true;
  }
}
