package listening;

import jason.architecture.AgArch;
import jason.asSemantics.CircumstanceListener;
import jason.asSemantics.Event;
import jason.asSemantics.Intention;
import jason.asSyntax.Term;
import jason.asSyntax.Trigger;

/** Observes what an agent has to do. */
public class Listener extends AgArch implements CircumstanceListener {
  private static final long serialVersionUID = 1;

  @Override
  public void init() {
    getTS().getC().addEventListener(this);
  }

  @Override
  public void eventAdded(Event event) {
    show("event", event.getTrigger(), event.getIntention());
  }

  @Override
  public void intentionAdded(Intention intention) {
    show("added", null, intention);
  }

  @Override
  public void intentionDropped(Intention intention) {
    show("dropped", null, intention);
  }

  @Override
  public void intentionSuspended(Trigger trigger, Intention intention, Term reason) {
    show("suspended " + reason, trigger, intention);
  }

  @Override
  public void intentionWaiting(Intention intention, Term reason) {
    show("waiting", null, intention);
  }

  @Override
  public void intentionResumed(Intention intention, Term reason) {
    show("resumed", null, intention);
  }

  @Override
  public void intentionExecuting(Intention intention, Term reason) {
    show("executing", null, intention);
  }

  private boolean isOver;

  private void show(String what, Trigger trigger, Intention intention) {
    StringBuilder text = new StringBuilder("heard " + what);
    if (trigger != null) {
      text.append(' ').append(trigger.getOperator()).append(trigger.getType());
      text.append(trigger.getLiteral().getFunctor());
    }
    if (intention != null) {
      text.append(" of ").append(intention.size());
      if (intention.peek() != null) {
        text.append(' ').append(intention.peek().getTrigger().getLiteral().getFunctor());
      }
    }
    if (!isOver) {
      System.out.println(text);
    }
    // How much it observes while the society ends is a matter of time.
    isOver |= text.toString().contains("g5");
  }
}
