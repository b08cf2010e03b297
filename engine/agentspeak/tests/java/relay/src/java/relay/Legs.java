package relay;

import jason.architecture.AgArch;
import jason.asSemantics.ActionExec;
import jason.asSemantics.Message;
import jason.asSyntax.Atom;
import jason.asSyntax.Literal;
import jason.asSyntax.NumberTerm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Does what legs do itself, and counts what it sends. */
public class Legs extends AgArch {
  private int steps;
  private int sent;
  private int done;
  private boolean tired;

  @Override
  public void init() throws Exception {
    super.init();
    getTS()
        .getLogger()
        .info(
            "next is "
                + getTS().getSettings().getUserParameter("next")
                + " of "
                + getAgArchClassesChain().size());
  }

  @Override
  public Collection<Literal> perceive() {
    Collection<Literal> seen = super.perceive();
    List<Literal> all = seen == null ? null : new ArrayList<>(seen);
    if (all != null && tired) {
      all.add(Literal.parseLiteral("tired"));
    }
    return all;
  }

  @Override
  public void act(ActionExec action) {
    String name = action.getActionTerm().getFunctor();
    if (name.equals("step")) {
      try {
        steps += (int) ((NumberTerm) action.getActionTerm().getTerm(0)).solve();
      } catch (Exception e) {
        action.setFailureReason(new Atom("wrong"), e.toString());
      }
      action.setResult(steps < 10);
      if (steps >= 10) {
        tired = true;
        action.setFailureReason(new Atom("cramp"), "after " + steps);
      }
      actionExecuted(action);
      return;
    }
    super.act(action);
  }

  @Override
  public void actionExecuted(ActionExec action) {
    done++;
    if (!action.getResult()) {
      getTS()
          .getLogger()
          .info(
              "failed: "
                  + action.getActionTerm()
                  + " "
                  + action.getFailureReason()
                  + " "
                  + action.getIntention().isFinished());
    }
    super.actionExecuted(action);
  }

  @Override
  public void sendMsg(Message m) throws Exception {
    sent++;
    if (m.getIlForce().equals("tell")) {
      m.setPropCont(
          ((Literal) m.getPropCont())
              .copy()
              .addAnnots(Literal.parseLiteral("number(" + sent + ")")));
    }
    super.sendMsg(m);
  }

  @Override
  public void broadcast(Message m) throws Exception {
    getTS().getLogger().info("shouts " + m.getPropCont());
    super.broadcast(m);
  }

  @Override
  public void stop() {
    System.out.println(getAgName() + " has done " + done + " and said " + sent);
    super.stop();
  }
}
