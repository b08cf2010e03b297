package own;

import jason.asSemantics.Agent;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import java.io.File;

/** Knows something of its own when it has been loaded. */
public class Loaded extends Agent {
  private static final long serialVersionUID = 1;

  @Override
  public void loadInitialAS(String source) throws Exception {
    super.loadInitialAS(source);
    System.out.println("loaded " + new File(source).getName());
    getPL().add(ASSyntax.parsePlan("+!unused(X) <- true."));
    addBel(Literal.parseLiteral("greeting(\"good day\")"));
    addBel(Literal.parseLiteral("ready"));
  }
}
