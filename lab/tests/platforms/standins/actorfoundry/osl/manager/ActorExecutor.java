package osl.manager;

import java.io.Serializable;
import kilim.Fiber;
import osl.util.LSCQueue;

/** Calls the methods that messages name; a class for each class of actors extends it. */
public class ActorExecutor implements Serializable {
  private static final long serialVersionUID = 1;

  protected transient LSCQueue<Object> mailQueue;

  public ActorExecutor(Actor actor, LSCQueue<Object> queue) {
    mailQueue = queue;
  }

  public Object execute(ActorMsgRequest message) throws Exception {
    throw new UnsupportedOperationException("not woven");
  }

  public Object execute(ActorMsgRequest message, Fiber fiber) throws Exception {
    throw new NoSuchMethodException(message.method);
  }
}
