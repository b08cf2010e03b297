package agon.foundry;

import agon.workload.Chameneos;
import agon.workload.Colour;
import osl.manager.ActorName;
import osl.manager.annotations.message;

/** A creature, numbered from 1. */
public class Creature extends Member {
  private static final long serialVersionUID = 1;

  private final ActorName broker;
  private final ActorName forest;
  private final transient Chameneos.Diary diary;

  public Creature(Integer number, ActorName broker, ActorName forest) {
    this.broker = broker;
    this.forest = forest;
    diary = new Chameneos.Diary(number, ChameneosForest.parameters.witness());
  }

  @message
  public void start() {
    request();
  }

  @message
  public void meet(Integer other, Colour colour) {
    diary.meet(other, colour);
    request();
  }

  @message
  public void turnAway() {
    post(forest, "diary", diary.numbers());
  }

  private void request() {
    post(broker, "request", diary.creature(), diary.colour(), self());
  }
}
