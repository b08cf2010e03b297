package made;

import jason.asSemantics.Agent;
import jason.asSyntax.Literal;
import jason.bb.DefaultBeliefBase;

/** Prints what is added. */
public class Counting extends DefaultBeliefBase {
  private static final long serialVersionUID = 1;

  private String first;

  @Override
  public void init(Agent ag, String[] args) {
    first = args[0];
  }

  @Override
  public boolean add(int index, Literal bel) {
    if (bel.getFunctor().equals("count")) {
      System.out.println("counts from " + first + " " + bel);
    }
    return super.add(index, bel);
  }
}
