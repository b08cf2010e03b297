package agon.foundry;

import osl.util.LSCQueue;

public class ForestExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Forest actor;

  public ForestExecutor(Forest actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "boot" -> actor.boot();
      case "diary" -> actor.diary((int[]) arguments[0]);
      default -> throw new NoSuchMethodException(method);
    }
  }
}
