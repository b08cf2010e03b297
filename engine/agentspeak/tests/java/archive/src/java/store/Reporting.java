package store;

import jason.asSemantics.Agent;
import jason.asSyntax.Literal;
import jason.asSyntax.PredicateIndicator;
import jason.bb.DefaultBeliefBase;

/** Prints what is added and removed of one predicate. */
public class Reporting extends DefaultBeliefBase {
  private String watched = "";

  @Override
  public void init(Agent agent, String[] args) {
    super.init(agent, args);
    watched = args[0];
    System.out.println("watches " + watched);
  }

  @Override
  public boolean add(Literal belief) {
    boolean added = super.add(belief);
    show(added ? "+" : "=", belief);
    return added;
  }

  @Override
  public boolean add(int index, Literal belief) {
    boolean added = super.add(index, belief);
    show(added ? index + "+" : index + "=", belief);
    return added;
  }

  @Override
  public boolean remove(Literal belief) {
    boolean removed = super.remove(belief);
    show(removed ? "-" : "?", belief);
    return removed;
  }

  @Override
  public boolean abolish(PredicateIndicator predicate) {
    System.out.println("abolishes " + predicate);
    return super.abolish(predicate);
  }

  private void show(String what, Literal belief) {
    if (belief.getFunctor().equals(watched) && belief.isGround()) {
      System.out.println(what + belief.getFunctor() + belief.getTerms());
    }
  }

  @Override
  public void stop() {
    System.out.println("closed");
    super.stop();
  }
}
