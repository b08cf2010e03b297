package ia;

import jason.asSemantics.Agent;
import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Literal;
import jason.asSyntax.Term;
import jason.infra.local.BaseLocalMAS;

/** Looks at another agent from a thread of its own, and gives it something to do. */
public class others extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    String other = args[0].toString();
    System.out.println("nobody " + BaseLocalMAS.getRunner().getAg("nobody"));
    Agent asked = BaseLocalMAS.getRunner().getAg(other).getTS().getAg();
    System.out.println(
        "directly " + asked.believes(Literal.parseLiteral("secret(42)"), new Unifier()));
    new Thread(
            () -> {
              Agent ag = BaseLocalMAS.getRunner().getAg(other).getTS().getAg();
              System.out.println(
                  "secret " + ag.findBel(Literal.parseLiteral("secret(X)"), new Unifier()));
              ag.getTS().getC().addAchvGoal(Literal.parseLiteral("task(9)[source(java)]"), null);
              ag.getTS().getAgArch().wakeUpDeliberate();
            })
        .start();
    Thread.sleep(300);
    return true;
  }
}
