package post;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.Structure;
import jason.environment.Environment;

/** A town in which one can go. */
public class Town extends Environment {
  @Override
  public boolean executeAction(String agent, Structure action) {
    if (!action.getFunctor().equals("go")) {
      System.out.println("the town does not know " + action);
      return false;
    }
    clearPercepts(agent);
    addPercept(agent, ASSyntax.createLiteral("at", action.getTerm(0)));
    informAgsEnvironmentChanged(agent);
    return true;
  }
}
