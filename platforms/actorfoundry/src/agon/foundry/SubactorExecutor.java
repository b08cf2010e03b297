package agon.foundry;

import osl.util.LSCQueue;

public class SubactorExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Subactor actor;

  public SubactorExecutor(Subactor actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "compute" -> actor.compute((Integer) arguments[0]);
      case "answer" -> actor.answer((Long) arguments[0]);
      default -> throw new NoSuchMethodException(method);
    }
  }
}
