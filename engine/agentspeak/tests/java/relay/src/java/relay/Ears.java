package relay;

import jason.architecture.AgArch;
import jason.asSemantics.Message;
import java.util.Iterator;

public class Ears extends AgArch {
  @Override
  public void checkMail() {
    super.checkMail();
    Iterator<Message> all = getTS().getC().getMailBox().iterator();
    while (all.hasNext()) {
      Message m = all.next();
      if (m.getPropCont().toString().startsWith("noise")) {
        all.remove();
        getTS().getLogger().info("hears no " + m.getPropCont() + " of " + m.getSender());
      }
    }
  }
}
