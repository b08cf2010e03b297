package own;

import jason.asSyntax.Literal;
import jason.asSyntax.Structure;
import jason.environment.Environment;

/** A world with weather. */
public class World extends Environment {
  @Override
  public void init(String[] args) {
    addPercept("picky", Literal.parseLiteral("weather(good)"));
    addPercept("picky", Literal.parseLiteral("weather(hidden)"));
    addPercept("body", Literal.parseLiteral("there(0)"));
  }

  @Override
  public boolean executeAction(String agent, Structure action) {
    System.out.println(agent + " does " + action);
    return true;
  }

  @Override
  public void stop() {
    super.stop();
    System.out.println("the world stops");
  }
}
