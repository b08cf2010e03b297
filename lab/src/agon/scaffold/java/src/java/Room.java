import jason.asSyntax.ASSyntax;
import jason.asSyntax.Structure;
import jason.environment.Environment;

/** A room that agents can heat. All of them perceive how warm it is. */
public class Room extends Environment {
  private int degrees = 18;

  /** The arguments are those of the project: {@code environment: Room(15)}. */
  @Override
  public void init(String[] args) {
    super.init(args);
    if (args.length > 0) {
      degrees = Integer.parseInt(args[0]);
    }
    show();
  }

  /** Called on a thread of the environment's, for several agents at once. */
  @Override
  public synchronized boolean executeAction(String agent, Structure action) {
    if (!action.getFunctor().equals("heat")) {
      System.out.println("a room can only be heated: heat, not " + action);
      return false;
    }
    degrees++;
    show();
    informAgsEnvironmentChanged();
    return true;
  }

  private void show() {
    clearPercepts();
    addPercept(ASSyntax.createLiteral("temperature", ASSyntax.createNumber(degrees)));
  }
}
