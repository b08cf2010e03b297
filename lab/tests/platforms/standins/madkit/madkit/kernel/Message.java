package madkit.kernel;

import java.io.Serializable;

/** What agents send each other. */
public class Message implements Cloneable, Serializable {
  private static final long serialVersionUID = 1;

  transient AgentAddress sender;

  public AgentAddress getSender() {
    return sender;
  }
}
