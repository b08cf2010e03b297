package own;

import jason.architecture.AgArch;
import jason.asSemantics.ActionExec;
import jason.asSemantics.Message;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Atom;
import jason.asSyntax.Literal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Does some actions itself, perceives what it has done, and keeps secrets. */
public class Body extends AgArch {
  private static final long serialVersionUID = 1;

  private int done;
  private boolean started;

  @Override
  public void init() throws Exception {
    System.out.println(
        "body " + getAgName() + " is " + getTS().getSettings().getUserParameter("mood"));
  }

  @Override
  public void reasoningCycleStarting() {
    if (!started) {
      started = true;
      System.out.println("first cycle " + getCycleNumber());
    }
    super.reasoningCycleStarting();
  }

  @Override
  public Collection<Literal> perceive() {
    Collection<Literal> seen = super.perceive();
    if (done == 0) {
      return seen;
    }
    List<Literal> all = new ArrayList<>();
    all.add(Literal.parseLiteral("mine(" + done + ")"));
    return all;
  }

  @Override
  public void act(ActionExec action) {
    if (!action.getActionTerm().getFunctor().equals("own")) {
      super.act(action);
    } else if (action.getActionTerm().getArity() > 0) {
      action.setResult(false);
      action.setFailureReason(ASSyntax.createLiteral("reason", new Atom("tired")), "no more");
      actionExecuted(action);
    } else {
      done++;
      action.setResult(true);
      actionExecuted(action);
    }
  }

  @Override
  public void sendMsg(Message message) throws Exception {
    if (message.getPropCont().toString().startsWith("secret")) {
      System.out.println("kept " + message.getPropCont());
      return;
    }
    super.sendMsg(message);
  }

  @Override
  public void broadcast(Message message) throws Exception {
    System.out.println("to all " + message.getPropCont());
    super.broadcast(message);
  }

  @Override
  public void stop() {
    System.out.println("body stops");
    super.stop();
  }
}
