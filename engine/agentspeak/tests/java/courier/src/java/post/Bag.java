package post;

import jason.architecture.AgArch;
import jason.asSemantics.ActionExec;
import jason.asSemantics.Message;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import java.util.ArrayList;
import java.util.Collection;

/**
 * A bag, which is the rider's own: loading and folding is done here, and the room in it perceived.
 */
public class Bag extends AgArch {
  private static final long serialVersionUID = 1;

  private int room;
  private Collection<Literal> last = new ArrayList<>();

  @Override
  public void init() throws Exception {
    super.init();
    room = Integer.parseInt(getTS().getSettings().getUserParameter("bag"));
    getTS().getLogger().info("a bag of " + room + " for " + getAgName());
  }

  @Override
  public Collection<Literal> perceive() {
    Collection<Literal> seen = super.perceive();
    // Nothing means that nothing has changed.
    if (seen != null) {
      last = new ArrayList<>(seen);
    }
    Collection<Literal> all = new ArrayList<>(last);
    all.add(ASSyntax.createLiteral("room", ASSyntax.createNumber(room)));
    return all;
  }

  @Override
  public void act(ActionExec action) {
    switch (action.getActionTerm().getFunctor()) {
      case "load":
        room--;
        action.setResult(room >= 0);
        actionExecuted(action);
        break;
      case "fold":
        action.setResult(true);
        actionExecuted(action);
        break;
      default:
        super.act(action);
        break;
    }
  }

  @Override
  public void sendMsg(Message message) throws Exception {
    System.out.println(
        getAgName() + " sends " + message.getIlForce() + " " + message.getPropCont());
    super.sendMsg(message);
  }

  @Override
  public void broadcast(Message message) throws Exception {
    System.out.println(getAgName() + " cries " + message.getPropCont());
    super.broadcast(message);
  }
}
