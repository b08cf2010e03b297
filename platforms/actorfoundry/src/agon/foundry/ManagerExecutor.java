package agon.foundry;

import osl.util.LSCQueue;

public class ManagerExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Manager actor;

  public ManagerExecutor(Manager actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "boot" -> actor.boot();
      case "point" ->
          actor.point(
              (Integer) arguments[0],
              (Integer) arguments[1],
              (Long) arguments[2],
              (Long) arguments[3]);
      default -> throw new NoSuchMethodException(method);
    }
  }
}
