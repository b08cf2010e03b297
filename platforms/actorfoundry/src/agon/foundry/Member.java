package agon.foundry;

import java.io.Serializable;
import osl.manager.Actor;
import osl.manager.ActorName;

/** An actor that sends by reference, or safely: copied, as the foundry does by default. */
abstract class Member extends Actor {
  private static final long serialVersionUID = 1;

  /** Set before the foundry starts. */
  static boolean safe;

  final void post(ActorName receiver, String method, Serializable... arguments) {
    if (safe) {
      send(receiver, method, arguments);
    } else {
      sendByRef(receiver, method, arguments);
    }
  }
}
