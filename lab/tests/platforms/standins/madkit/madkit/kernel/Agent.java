package madkit.kernel;

/** An agent with a thread of its own. */
public class Agent extends AbstractAgent {
  protected void live() {}

  @Override
  void work() {
    live();
  }

  public Message waitNextMessage() {
    try {
      return mailbox.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
