package agon.foundry;

import osl.manager.ActorName;
import osl.util.LSCQueue;

public class ServerExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Server actor;

  public ServerExecutor(Server actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "request" -> actor.request((Integer) arguments[0], (ActorName) arguments[1]);
      default -> throw new NoSuchMethodException(method);
    }
  }
}
