package agon.foundry;

import agon.workload.Colour;
import osl.util.LSCQueue;

public class CreatureExecutor extends MemberExecutor {
  private static final long serialVersionUID = 1;

  private final Creature actor;

  public CreatureExecutor(Creature actor, LSCQueue<Object> queue) {
    super(actor, queue);
    this.actor = actor;
  }

  @Override
  void call(String method, Object[] arguments) throws Exception {
    switch (method) {
      case "start" -> actor.start();
      case "meet" -> actor.meet((Integer) arguments[0], (Colour) arguments[1]);
      case "turnAway" -> actor.turnAway();
      default -> throw new NoSuchMethodException(method);
    }
  }
}
