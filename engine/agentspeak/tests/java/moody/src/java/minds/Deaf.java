package minds;

import jason.asSemantics.Agent;
import jason.asSemantics.Message;

/** Does not listen to one agent. */
public class Deaf extends Agent {
  private static final long serialVersionUID = 1;

  @Override
  public boolean socAcc(Message message) {
    boolean heard = !message.getSender().equals(getTS().getSettings().getUserParameter("ignores"));
    if (!heard) {
      System.out.println("ignored: " + message.getPropCont());
    }
    return heard;
  }
}
