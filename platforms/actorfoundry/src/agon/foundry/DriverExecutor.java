package agon.foundry;

import osl.util.LSCQueue;

public class DriverExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Driver actor;

  public DriverExecutor(Driver actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "boot" -> actor.boot();
      case "ended" -> actor.ended((Long) arguments[0]);
      default -> throw new NoSuchMethodException(method);
    }
  }
}
