import jason.asSyntax.Literal;
import jason.asSyntax.Structure;
import jason.environment.Environment;
import java.util.logging.Logger;

/** A house with a fridge, an owner with a glass, and a robot in between. */
public class House extends Environment {
  private static final Literal OPEN = Literal.parseLiteral("open(fridge)");
  private static final Literal CLOSE = Literal.parseLiteral("close(fridge)");
  private static final Literal GET = Literal.parseLiteral("get(juice)");
  private static final Literal HAND = Literal.parseLiteral("hand_in(juice)");
  private static final Literal SIP = Literal.parseLiteral("sip(juice)");
  private static final Literal HAS = Literal.parseLiteral("has(owner,juice)");

  private static final Logger logger = Logger.getLogger("robot." + House.class.getName());

  private String at = "door";
  private boolean open;
  private boolean carrying;
  private int stock = 2;
  private int sips;

  @Override
  public void init(String[] arguments) {
    addPercept("robot", Literal.parseLiteral("at(robot," + at + ")"));
  }

  /** Only what an action changes: no agent sees in between what others do not change. */
  private void update(String action) {
    if (action.equals("move_towards")) {
      removePerceptsByUnif("robot", Literal.parseLiteral("at(robot,_)"));
      addPercept("robot", Literal.parseLiteral("at(robot," + at + ")"));
    } else if (action.equals("hand_in")) {
      addPercept("owner", HAS);
    } else if (action.equals("sip") && sips == 0) {
      removePercept("owner", HAS);
    } else if (!action.equals("sip") && !action.equals("deliver")) {
      removePerceptsByUnif("robot", Literal.parseLiteral("stock(_,_)"));
      if (open) {
        addPercept("robot", Literal.parseLiteral("stock(juice," + stock + ")"));
      }
    }
  }

  @Override
  public boolean executeAction(String agent, Structure action) {
    boolean done = false;
    synchronized (this) {
      if (action.equals(OPEN)) {
        done = !open && at.equals("fridge");
        open |= done;
      } else if (action.equals(CLOSE)) {
        done = open;
        open = false;
      } else if (action.getFunctor().equals("move_towards")) {
        at = action.getTerm(0).toString();
        done = true;
      } else if (action.equals(GET)) {
        done = open && stock > 0 && !carrying;
        if (done) {
          stock--;
          carrying = true;
        }
      } else if (action.equals(HAND)) {
        done = carrying && at.equals("owner");
        if (done) {
          carrying = false;
          sips = 3;
        }
      } else if (action.equals(SIP)) {
        done = sips > 0;
        sips--;
      } else if (action.getFunctor().equals("deliver")) {
        try {
          stock += Integer.parseInt(action.getTerm(1).toString());
          Thread.sleep(20);
          done = true;
        } catch (NumberFormatException | InterruptedException wrong) {
          logger.info("cannot deliver: " + wrong);
        }
      } else {
        logger.info("cannot do " + action);
      }
      if (done) {
        update(action.getFunctor());
      }
    }
    informAgsEnvironmentChanged();
    return done;
  }
}
