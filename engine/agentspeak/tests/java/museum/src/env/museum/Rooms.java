package museum;

import jason.asSyntax.ASSyntax;
import jason.asSyntax.Atom;
import jason.asSyntax.Literal;
import jason.asSyntax.LiteralImpl;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.NumberTermImpl;
import jason.asSyntax.PredicateIndicator;
import jason.asSyntax.StringTermImpl;
import jason.asSyntax.Structure;
import jason.asSyntax.Term;
import jason.asSyntax.VarTerm;
import jason.environment.Environment;
import jason.environment.grid.Location;
import java.util.logging.Level;

public class Rooms extends Environment {
  public static final Literal open = Literal.parseLiteral("open");
  public static final Term move = Literal.parseLiteral("move(0,0)");
  private Plan plan;

  @Override
  public void init(String[] args) {
    plan = new Plan();
    addPercept(open);
    for (int i = 0; i < plan.getNbOfAgs(); i++) {
      show(i);
    }
    getLogger()
        .info(
            plan.text()
                + " "
                + plan.countObjects(Plan.CASE)
                + " "
                + plan.hall.contains(plan.exit)
                + " "
                + plan.hall.center());
    getLogger()
        .info(
            "distance "
                + plan.exit.distance(new Location(4, 4))
                + " "
                + plan.exit.distanceManhattan(new Location(4, 4))
                + " "
                + plan.exit.distanceChebyshev(new Location(4, 4))
                + " "
                + plan.exit.isNeigbour(new Location(1, 6))
                + " "
                + plan.exit);
  }

  private static String name(int agent) {
    return agent == 0 ? "guard" : "visitor" + agent;
  }

  private void show(int agent) {
    String name = name(agent);
    clearPercepts(name);
    Location at = plan.getAgPos(agent);
    Literal where = new LiteralImpl("at");
    where.addTerms(new NumberTermImpl(at.x), new NumberTermImpl(at.y));
    where.addAnnot(
        ASSyntax.createStructure("in", new Atom(plan.hall.contains(at) ? "hall" : "yard")));
    addPercept(name, where);
    for (int other = 0; other < plan.getNbOfAgs(); other++) {
      if (other != agent && at.distanceEuclidean(plan.getAgPos(other)) < 2) {
        addPercept(name, new LiteralImpl(Literal.LNeg, "alone"));
        Literal near =
            ASSyntax.createLiteral(Literal.LPos, "near", new StringTermImpl(name(other)));
        addPercept(name, near);
      }
    }
    if (plan.hasObject(Plan.CASE, at)) {
      addPercept(
          name,
          ASSyntax.createLiteral(
              "sees", ASSyntax.createAtom("vase"), ASSyntax.createString("old & \"blue\"")));
    }
  }

  @Override
  public boolean executeAction(String ag, Structure act) {
    int agent = ag.equals("guard") ? 0 : Integer.parseInt(ag.substring("visitor".length()));
    PredicateIndicator kind = act.getPredicateIndicator();
    try {
      if (kind.equals(((Literal) move).getPredicateIndicator())) {
        int x = (int) ((NumberTerm) act.getTerm(0)).solve();
        int y = (int) ((NumberTerm) act.getTerm(1)).solve();
        if (!plan.inGrid(x, y) || !plan.isFreeOfObstacle(x, y) || !plan.towards(agent, x, y)) {
          return false;
        }
      } else if (act.equals(Literal.parseLiteral("light(off)"))) {
        plan.remove(Plan.LAMP, new Location(3, 3));
        getLogger()
            .info("lamps: " + plan.countObjects(Plan.LAMP) + " " + plan.hasObject(Plan.LAMP, 8, 0));
      } else if (act.getFunctor().equals("close") && act.getArity() == 1) {
        removePercept(open);
        Literal question = ASSyntax.createLiteral("at", new VarTerm("X"), new VarTerm("Y"));
        getLogger()
            .info(
                "removed "
                    + removePerceptsByUnif("visitor1", question)
                    + " from "
                    + act.getTerm(0));
        getLogger().log(Level.INFO, "left {0}", consultPercepts("visitor1").size());
        addPercept("visitor1", Literal.parseLiteral("closed(museum)[by(guard),at(18)]"));
        addPercept(Literal.parseLiteral("night"));
        informAgsEnvironmentChanged();
        return true;
      } else {
        getLogger().warning("executing: " + act + ", but not implemented!");
        return false;
      }
    } catch (Exception e) {
      getLogger().log(Level.SEVERE, "wrong", e);
    }
    show(agent);
    informAgsEnvironmentChanged();
    return true;
  }

  @Override
  public void stop() {
    super.stop();
  }
}
