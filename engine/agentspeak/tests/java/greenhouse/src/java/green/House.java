package green;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.ListTerm;
import jason.asSyntax.ListTermImpl;
import jason.asSyntax.Literal;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.NumberTermImpl;
import jason.asSyntax.Structure;
import jason.asSyntax.Term;
import jason.environment.TimeSteppedEnvironment;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Logger;

public class House extends TimeSteppedEnvironment {
  private final Logger logger = Logger.getLogger("greenhouse." + House.class.getName());
  private final Map<Integer, Integer> water = new TreeMap<>();
  private int temperature = 18;
  private int last;

  @Override
  public void init(String[] args) {
    super.init(new String[] {args[0]});
    last = Integer.parseInt(args[1]) * 2;
    setOverActionsPolicy(OverActionsPolicy.queue);
    setNbAgs(2);
    water.put(1, 3);
    water.put(2, 1);
    Literal sun = Literal.parseLiteral("weather(sun)");
    sun.addAnnot(Literal.parseLiteral("from(station)"));
    addPercept(sun);
    logger.info("initial percepts " + consultPercepts("ada") + " and " + containsPercept(sun));
  }

  @Override
  protected void updateNumberOfAgents() {
    setNbAgs(2);
  }

  @Override
  protected void stepStarted(int step) {
    if (step == 1) {
      logger.info("step " + step + " begins");
    }
  }

  @Override
  protected void stepFinished(int step, long time, boolean timeout) {
    logger.info("step " + step + " is over" + (timeout ? ", late" : "") + ": " + water);
    if (step == last) {
      addPercept("keeper", Literal.parseLiteral("evening(" + getStep() + ")"));
      informAgsEnvironmentChanged("keeper");
    }
  }

  @Override
  protected int requiredStepsForAction(String agent, Structure action) {
    return action.getFunctor().equals("prune") ? 2 : super.requiredStepsForAction(agent, action);
  }

  @Override
  protected void updateAgsPercept() {
    temperature++;
    removePerceptsByUnif(Literal.parseLiteral("temperature(_)"));
    addPercept(ASSyntax.createLiteral("temperature", ASSyntax.createNumber(temperature)));
    Literal rain = Literal.parseLiteral("weather(rain)");
    if (temperature == 21) {
      boolean removed = removePercept(Literal.parseLiteral("weather(sun)"));
      addPercept(rain);
      logger.info(
          "sun away: "
              + removed
              + ", rain: "
              + containsPercept(rain)
              + ", for ada: "
              + containsPercept("ada", rain));
    }
    for (Map.Entry<Integer, Integer> bed : water.entrySet()) {
      String gardener = bed.getKey() == 1 ? "ada" : "bert";
      int removed = removePerceptsByUnif(gardener, Literal.parseLiteral("bed(_,_)"));
      ListTerm pots = new ListTermImpl();
      for (int i = 0; i < bed.getValue(); i++) {
        pots.add(ASSyntax.createStructure("pot", new NumberTermImpl(i)));
      }
      addPercept(
          gardener,
          ASSyntax.createLiteral("bed", new NumberTermImpl(bed.getKey()), pots)
              .addAnnots(
                  ASSyntax.createStructure("removed", new NumberTermImpl(removed > 0 ? 1 : 0))));
      Collection<Literal> known = consultPercepts(gardener);
      if (known.size() != 1) {
        logger.warning("too much for " + gardener + ": " + known);
      }
    }
  }

  @Override
  public boolean executeAction(String agent, Structure action) {
    try {
      if (action.getFunctor().equals("water")) {
        int bed = (int) ((NumberTerm) action.getTerm(0)).solve();
        water.merge(bed, 1, Integer::sum);
        return true;
      }
      if (action.getFunctor().equals("prune")) {
        for (Term each : (ListTerm) action.getTerm(1)) {
          Structure pot = (Structure) each;
          if (((NumberTerm) pot.getTerm(0)).solve() > 1) {
            int bed = (int) ((NumberTerm) action.getTerm(0)).solve();
            water.merge(bed, -1, Integer::sum);
          }
        }
        return true;
      }
    } catch (Exception e) {
      logger.log(java.util.logging.Level.SEVERE, "no", e);
    }
    return super.executeAction(agent, action);
  }
}
