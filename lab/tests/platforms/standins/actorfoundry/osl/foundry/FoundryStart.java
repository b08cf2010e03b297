package osl.foundry;

import osl.manager.Actor;

/** Starts a foundry with its first actor, and sends that its first message. */
public class FoundryStart extends Actor {
  private static final long serialVersionUID = 1;

  public static void main(String[] arguments) {
    try {
      new FoundryStart().sendByRef(make(Class.forName(arguments[0])), arguments[1]);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
  }
}
