package inn;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import jason.asSyntax.LiteralImpl;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Structure;
import jason.environment.Environment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Logger;

/** A hotel whose percepts are asked for: what an agent sees is put together when it looks. */
public class Hotel extends Environment {
  private final Logger logger = Logger.getLogger("hotel.mas2j." + Hotel.class.getName());
  private final List<Integer> open = new ArrayList<>();
  private final ConcurrentHashMap<String, Integer> guests = new ConcurrentHashMap<>();
  private final List<Literal> lift = new ArrayList<>();
  private int calls;
  private final CountDownLatch riding = new CountDownLatch(2);

  @Override
  public void init(String[] args) {
    super.init(args);
    logger.info("opens with " + args[0] + " guests");
  }

  @Override
  public synchronized Collection<Literal> getPercepts(String agent) {
    Collection<Literal> all = super.getPercepts(agent);
    List<Literal> seen = all == null ? new ArrayList<>() : new ArrayList<>(all);
    for (int room : open) {
      Literal door = new LiteralImpl(Literal.LNeg, "locked");
      door.addTerm(ASSyntax.createStructure("door", ASSyntax.createNumber(room)));
      door.addAnnot(ASSyntax.createStructure("by", ASSyntax.createAtom("porter")));
      seen.add(door);
    }
    Integer room = guests.get(agent);
    if (room != null) {
      seen.add(ASSyntax.createLiteral("in", ASSyntax.createNumber(room)));
    }
    for (Literal floor : lift) {
      seen.add(floor.copy());
    }
    return seen;
  }

  @Override
  public synchronized boolean executeAction(String agent, Structure action) {
    try {
      switch (action.getFunctor()) {
        case "unlock":
          int room = (int) ((NumberTerm) action.getTerm(0)).solve();
          if (room == 13) {
            return false;
          }
          open.add(room);
          informAgsEnvironmentChanged();
          return true;
        case "enter":
          guests.put(agent, (int) ((NumberTerm) action.getTerm(0)).solve());
          informAgsEnvironmentChanged(agent);
          return true;
        case "call":
          if (++calls == 2) {
            new Thread(this::liftComes, "lift").start();
          }
          return true;
        case "ride":
          riding.countDown();
          return true;
        default:
          return false;
      }
    } catch (Exception wrong) {
      logger.warning(wrong.toString());
      return false;
    }
  }

  private void liftComes() {
    for (int[] way : new int[][] {{3, 0}, {1, 3}}) {
      try {
        if (way[0] == 1) {
          riding.await();
        }
      } catch (InterruptedException stopped) {
        return;
      }
      synchronized (this) {
        lift.clear();
        Literal at = ASSyntax.createLiteral("lift", ASSyntax.createNumber(way[0]));
        at.addAnnot(ASSyntax.createStructure("from", ASSyntax.createNumber(way[1])));
        lift.add(at);
        if (way[0] == 1) {
          open.clear();
        }
      }
      informAgsEnvironmentChanged();
    }
  }
}
