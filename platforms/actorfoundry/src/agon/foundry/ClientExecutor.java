package agon.foundry;

import osl.util.LSCQueue;

public class ClientExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Client actor;

  public ClientExecutor(Client actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "start" -> actor.start();
      case "answer" -> actor.answer((Long) arguments[0]);
      default -> throw new NoSuchMethodException(method);
    }
  }
}
