package agon.foundry;

import agon.harness.Iteration;
import agon.workload.Chameneos;
import osl.manager.ActorName;
import osl.manager.RemoteCodeException;
import osl.manager.annotations.message;

/** Sends the creatures off, and collects their diaries until all have been turned away. */
public class Forest extends Member {
  private static final long serialVersionUID = 1;

  private final transient Chameneos.Diaries diaries =
      new Chameneos.Diaries(ChameneosForest.parameters);
  private long start;

  @message
  public void boot() throws RemoteCodeException {
    Chameneos parameters = ChameneosForest.parameters;
    ActorName broker = create(Broker.class, parameters.meetings());
    ActorName[] creatures = new ActorName[parameters.creatures()];
    for (int number = 1; number <= creatures.length; number++) {
      creatures[number - 1] = create(Creature.class, number, broker, self());
    }
    start = System.nanoTime();
    for (ActorName creature : creatures) {
      post(creature, "start");
    }
  }

  @message
  public void diary(int[] numbers) {
    if (diaries.add(new Chameneos.Diary(numbers))) {
      Foundry.done(new Iteration(System.nanoTime() - start, diaries.report()));
    }
  }
}
