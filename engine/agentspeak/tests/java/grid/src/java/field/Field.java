package field;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Structure;
import jason.environment.Environment;
import jason.environment.grid.Location;
import java.awt.GraphicsEnvironment;
import java.util.logging.Logger;

/** A field with weeds, and who is where on it. */
public class Field extends Environment {
  private static final String[] NAMES = {"left", "right"};

  private final Logger logger = Logger.getLogger("grid." + Field.class.getName());
  private FieldModel model;
  private FieldView view;

  @Override
  public void init(String[] arguments) {
    super.init(arguments);
    model = new FieldModel(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
    if (!GraphicsEnvironment.isHeadless()) {
      view = new FieldView(model);
      model.setView(view);
    }
    for (int i = 0; i < NAMES.length; i++) {
      show(i);
    }
    logger.info("a field of " + model.getWidth() + " by " + model.getHeight());
  }

  @Override
  public synchronized boolean executeAction(String agent, Structure action) {
    int number = agent.equals(NAMES[0]) ? 0 : 1;
    boolean done;
    try {
      switch (action.getFunctor()) {
        case "go":
          int x = (int) ((NumberTerm) action.getTerm(0)).solve();
          int y = (int) ((NumberTerm) action.getTerm(1)).solve();
          done = model.towards(number, x, y);
          break;
        case "cut":
          done = model.cut(number);
          break;
        default:
          logger.info("nobody can " + action);
          return false;
      }
    } catch (Exception wrong) {
      logger.warning(wrong.toString());
      return false;
    }
    show(number);
    informAgsEnvironmentChanged(agent);
    return done;
  }

  @Override
  public void stop() {
    if (view != null) {
      view.dispose();
    }
    super.stop();
  }

  private void show(int number) {
    String name = NAMES[number];
    Location at = model.getAgPos(number);
    clearPercepts(name);
    addPercept(
        name,
        ASSyntax.createLiteral("at", ASSyntax.createNumber(at.x), ASSyntax.createNumber(at.y)));
    if (model.hasObject(FieldModel.WEED, at)) {
      addPercept(name, Literal.parseLiteral("weed"));
    }
    int from = 4 * number;
    addPercept(name, Literal.parseLiteral(String.format("half(%d,%d)", from, from + 3)));
  }
}
