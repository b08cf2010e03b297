package ia;

import jason.asSemantics.Circumstance;
import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.Event;
import jason.asSemantics.Intention;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import jason.asSyntax.Term;
import jason.asSyntax.Trigger;

/** Gives the agent something to do. */
public class goals extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Circumstance c = ts.getC();
    c.addAchvGoal(Literal.parseLiteral("goal(1)[source(self)]"), null);
    c.addAchvGoal(Literal.parseLiteral("goal(2)"), Intention.EmptyInt);
    c.addExternalEv(ASSyntax.parseTrigger("+happened(3)"));
    c.addEvent(
        new Event(
            new Trigger(
                Trigger.TEOperator.add, Trigger.TEType.achieve, Literal.parseLiteral("goal(4)")),
            Intention.EmptyInt));
    System.out.println(
        "events " + c.hasEvent() + " mail " + c.hasMsg() + " " + c.getMailBox().size());
    System.out.println(
        "running " + c.hasRunningIntention() + " " + c.getRunningIntentions().size());
    Intention i = c.getSelectedIntention();
    System.out.println(
        "own "
            + i.peek().getTrigger().getLiteral().getFunctor()
            + " "
            + i.size()
            + " "
            + i.isAtomic());
    System.out.println("step " + i.peek().getCurrentStep().getBodyTerm());
    return true;
  }
}
