package agon.foundry;

import osl.manager.ActorName;
import osl.util.LSCQueue;

public class CellExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Cell actor;

  public CellExecutor(Cell actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "start" -> actor.start();
      case "request" -> actor.request((Integer) arguments[0], (ActorName) arguments[1]);
      case "accept" -> actor.accept((Integer) arguments[0]);
      case "refuse" -> actor.refuse();
      case "stop" -> actor.stop();
      default -> throw new NoSuchMethodException(method);
    }
  }
}
