package post;

import jason.architecture.AgArch;
import jason.asSemantics.Message;
import java.util.Iterator;

/** What comes in is looked at, and secrets are thrown away. */
public class Stamp extends AgArch {
  private static final long serialVersionUID = 1;

  @Override
  public void checkMail() {
    super.checkMail();
    Iterator<Message> mail = getTS().getC().getMailBox().iterator();
    while (mail.hasNext()) {
      Message message = mail.next();
      if (message.getPropCont().toString().startsWith("secret")) {
        mail.remove();
        System.out.println("thrown away: " + message.getPropCont());
      }
    }
  }
}
