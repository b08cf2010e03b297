package bistro;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.ListTerm;
import jason.asSyntax.ListTermImpl;
import jason.asSyntax.Literal;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.StringTermImpl;
import jason.asSyntax.Structure;
import jason.environment.Environment;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Logger;

/** The house: tables, a menu, and a kitchen. */
public class Bistro extends Environment {
  private final Logger logger = Logger.getLogger("restaurant.mas2j." + Bistro.class.getName());
  private final Map<Integer, String> guests = new HashMap<>();
  private final ExecutorService kitchen = Executors.newSingleThreadExecutor();

  @Override
  public void init(String[] dishes) {
    super.init(dishes);
    ListTerm menu = new ListTermImpl();
    for (int i = 0; i < dishes.length; i++) {
      menu.add(new StringTermImpl(dishes[i]));
      addPercept(
          ASSyntax.createLiteral(
              "price", new StringTermImpl(dishes[i]), ASSyntax.createNumber(5 + 2.5 * i)));
    }
    addPercept(ASSyntax.createLiteral("menu", menu));
    for (int i = 1; i <= 3; i++) {
      addPercept("guest" + i, Literal.parseLiteral("table(" + i + ")"));
    }
    logger.info("open");
  }

  @Override
  public boolean executeAction(String agent, Structure action) {
    try {
      switch (action.getFunctor()) {
        case "note":
          synchronized (guests) {
            guests.put(number(action, 0), action.getTerm(1).toString());
          }
          return true;
        case "cook":
          int table = number(action, 1);
          kitchen.execute(() -> cooked(agent, action.getTerm(0).toString(), table));
          return true;
        case "serve":
          served(agent, action);
          return true;
        case "eat":
          System.out.println(agent + " eats " + action.getTerm(0));
          return true;
        case "close":
          logger.info("closed");
          return true;
        default:
          return false;
      }
    } catch (Exception wrong) {
      logger.warning(agent + ": " + wrong);
      return false;
    }
  }

  private static int number(Structure action, int at) throws Exception {
    return (int) ((NumberTerm) action.getTerm(at)).solve();
  }

  private void cooked(String waiter, String dish, int table) {
    try {
      Thread.sleep(20);
    } catch (InterruptedException closed) {
      return;
    }
    addPercept(waiter, Literal.parseLiteral("ready(" + dish + "," + table + ")"));
    informAgsEnvironmentChanged(waiter);
  }

  private void served(String waiter, Structure action) throws Exception {
    int table = number(action, 1);
    removePercept(
        waiter, ASSyntax.createLiteral("ready", action.getTerm(0), ASSyntax.createNumber(table)));
    String guest;
    synchronized (guests) {
      guest = guests.get(table);
    }
    Literal served = ASSyntax.createLiteral("served", action.getTerm(0));
    served.addAnnot(ASSyntax.createStructure("at", ASSyntax.createNumber(table)));
    addPercept(guest, served);
    informAgsEnvironmentChanged(guest);
  }

  @Override
  public void stop() {
    kitchen.shutdownNow();
    super.stop();
  }
}
