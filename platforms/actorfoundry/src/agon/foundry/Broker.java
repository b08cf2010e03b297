package agon.foundry;

import agon.workload.Colour;
import osl.manager.ActorName;
import osl.manager.annotations.message;

/** Pairs the creatures in the order of their requests. */
public class Broker extends Member {
  private static final long serialVersionUID = 1;

  private int left;
  private int waiting;
  private Colour colourOfWaiting;
  private ActorName nameOfWaiting;

  public Broker(Integer meetings) {
    left = meetings;
  }

  @message
  public void request(Integer creature, Colour colour, ActorName from) {
    if (left == 0) {
      post(from, "turnAway");
    } else if (nameOfWaiting == null) {
      waiting = creature;
      colourOfWaiting = colour;
      nameOfWaiting = from;
    } else {
      post(from, "meet", waiting, colourOfWaiting);
      post(nameOfWaiting, "meet", creature, colour);
      nameOfWaiting = null;
      left--;
    }
  }
}
