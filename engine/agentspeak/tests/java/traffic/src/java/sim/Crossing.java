package sim;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import jason.asSyntax.Structure;
import jason.environment.TimeSteppedEnvironment;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Logger;

/** Cars come to a crossing: at 2 they stand before it, at 4 they are through. */
public class Crossing extends TimeSteppedEnvironment {
  private static final Literal AHEAD = Literal.parseLiteral("ahead");
  private static final Literal GREEN = Literal.parseLiteral("green");
  private static final Literal PASSED = Literal.parseLiteral("passed");
  private static final Literal GONE = Literal.parseLiteral("gone");

  private final Logger logger = Logger.getLogger("traffic.mas2j." + Crossing.class.getName());
  private final Map<String, Integer> cars = new TreeMap<>();
  private boolean northSouth = true;
  private int last;

  @Override
  public void init(String[] args) {
    super.init(new String[] {args[0]});
    last = Integer.parseInt(args[1]);
    setOverActionsPolicy(OverActionsPolicy.failSecond);
    cars.put("north", 0);
    cars.put("east", 1);
    cars.put("south", -1);
    updateAgsPercept();
  }

  private boolean green(String car) {
    return car.equals("east") != northSouth;
  }

  @Override
  public boolean executeAction(String agent, Structure action) {
    switch (action.getFunctor()) {
      case "drive":
        if (cars.get(agent) == 2 && !green(agent)) {
          logger.info(agent + " drives at red");
          return false;
        }
        cars.merge(agent, 1, Integer::sum);
        return true;
      case "switch":
        northSouth = !northSouth;
        return true;
      case "leave":
        cars.put(agent, 100);
        return true;
      default:
        return action.getFunctor().equals("wait");
    }
  }

  @Override
  protected void updateAgsPercept() {
    for (Map.Entry<String, Integer> car : cars.entrySet()) {
      String name = car.getKey();
      clearPercepts(name);
      if (car.getValue() == 2) {
        addPercept(name, AHEAD);
      }
      if (green(name)) {
        addPercept(name, GREEN);
      }
      if (car.getValue() == 4) {
        addPercept(name, PASSED);
      }
      if (car.getValue() >= 100) {
        addPercept(name, GONE);
      }
    }
    clearPercepts();
    addPercept(ASSyntax.createLiteral("step", ASSyntax.createNumber(getStep())));
    if (getStep() >= last) {
      addPercept(Literal.parseLiteral("over"));
    }
  }

  @Override
  protected void stepStarted(int step) {
    if (step == 1) {
      System.out.println("begun");
    }
  }

  @Override
  protected void stepFinished(int step, long took, boolean byTimeout) {
    if (step <= last) {
      System.out.println(
          step + ": " + cars + (northSouth ? " |" : " -") + (byTimeout ? " by time" : ""));
    }
  }
}
