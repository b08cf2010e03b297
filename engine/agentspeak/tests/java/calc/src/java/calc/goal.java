package calc;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.Intention;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Literal;
import jason.asSyntax.PlanBody;
import jason.asSyntax.StringTerm;
import jason.asSyntax.Term;

/** Has the agent pursue something more. */
public class goal extends DefaultInternalAction {
  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    if (args[0].isString()) {
      ts.getC()
          .addAchvGoal(
              Literal.parseLiteral(((StringTerm) args[0]).getString()), Intention.EmptyInt);
    } else {
      PlanBody body = (PlanBody) args[0];
      ts.getLogger().info("a body of " + body.getPlanSize() + ", first " + body.getBodyTerm());
    }
    return true;
  }
}
