package kept;

import jason.asSyntax.Literal;
import jason.environment.Environment;

/** Shows something. */
public class Sky extends Environment {
  @Override
  public void init(String[] args) {
    addPercept("keyed", Literal.parseLiteral("sky(day, blue)"));
    addPercept("keyed", Literal.parseLiteral("sky(night, black)"));
    addPercept("keyed", Literal.parseLiteral("done"));
    addPercept("unique", Literal.parseLiteral("seen"));
  }
}
