package market;

import jason.asSyntax.Structure;
import jason.asSyntax.Term;
import jason.environment.Environment;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Nothing is perceived here: each action is written down, and all but unknown ones are done. */
public class Hall extends Environment {
  private Logger logger = Logger.getLogger("auction.mas2j." + Hall.class.getName());
  private int sold;

  @Override
  public void init(String[] args) {
    super.init(args);
    System.out.println("the hall has " + args.length + " arguments");
  }

  @Override
  public boolean executeAction(String agName, Structure action) {
    switch (action.getFunctor()) {
      case "announce":
        logger.info("announced: " + action.getTerm(0));
        return true;
      case "sold":
        sold++;
        StringBuilder line = new StringBuilder("lot " + sold + ":");
        for (Term term : action.getTerms()) {
          line.append(' ').append(term);
        }
        System.out.println(line);
        logger.log(Level.FINE, "not seen");
        return true;
      case "take":
        logger.info(agName + " takes " + action.getTerm(0));
        return true;
      default:
        logger.info("executing: " + action + " of " + agName + ", but not implemented!");
        return true;
    }
  }

  @Override
  public void stop() {
    System.out.println(sold + " lots were sold");
    super.stop();
  }
}
