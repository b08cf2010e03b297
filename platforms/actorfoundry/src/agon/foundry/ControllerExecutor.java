package agon.foundry;

import osl.util.LSCQueue;

public class ControllerExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Controller actor;

  public ControllerExecutor(Controller actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "boot" -> actor.boot();
      case "finished" -> actor.finished();
      case "closed" ->
          actor.closed(
              (Integer) arguments[0],
              (Integer) arguments[1],
              (Integer) arguments[2],
              (Integer) arguments[3],
              (Integer) arguments[4]);
      default -> throw new NoSuchMethodException(method);
    }
  }
}
