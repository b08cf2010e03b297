package speed;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.Structure;
import jason.environment.Environment;
import java.util.concurrent.atomic.AtomicInteger;

/** Does what is to be measured. */
public class Env extends Environment {
  private final AtomicInteger left = new AtomicInteger();
  private long begun;

  @Override
  public void init(String[] given) {
    left.set(given.length > 0 ? Integer.parseInt(given[0]) : 0);
    begun = System.nanoTime();
  }

  @Override
  public boolean executeAction(String agent, Structure action) {
    switch (action.getFunctor()) {
      case "go":
        return true;
      case "done":
        if (left.decrementAndGet() == 0) {
          System.out.println("crowd ns " + (System.nanoTime() - begun));
          System.exit(0);
        }
        return true;
      case "change":
        return change(agent, (int) ((jason.asSyntax.NumberTermImpl) action.getTerm(0)).solve());
      default:
        return false;
    }
  }

  /** So many percepts, each in place of the one before, and notified. */
  private boolean change(String agent, int count) {
    for (int i = 1; i <= count; i++) {
      clearPercepts(agent);
      addPercept(agent, ASSyntax.createLiteral("changed", ASSyntax.createNumber(i)));
      informAgsEnvironmentChanged(agent);
    }
    return true;
  }
}
