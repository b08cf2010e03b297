package works;

import jason.asSyntax.Literal;
import jason.asSyntax.Structure;
import jason.environment.Environment;
import jason.runtime.RuntimeServices;
import jason.runtime.Settings;

/** A floor on which agents are hired and fired. */
public class Floor extends Environment {
  private String program;

  @Override
  public void init(String[] args) {
    super.init(args);
    program = args[0];
  }

  @Override
  public boolean executeAction(String agent, Structure action) {
    try {
      RuntimeServices services = getEnvironmentInfraTier().getRuntimeServices();
      switch (action.getFunctor()) {
        case "hire":
          String name =
              services.createAgent(
                  action.getTerm(0).toString(), program, null, null, null, new Settings(), null);
          services.startAgent(name);
          System.out.println("hired " + name + ": " + services.getAgentsQty());
          return true;
        case "fire":
          boolean gone = services.killAgent(action.getTerm(0).toString(), agent, 0);
          addPercept(agent, Literal.parseLiteral("gone(" + gone + ")"));
          return true;
        default:
          return action.getFunctor().equals("press");
      }
    } catch (Exception wrong) {
      System.out.println(wrong);
      return false;
    }
  }
}
