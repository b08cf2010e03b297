package kept;

import jason.asSyntax.Literal;
import jason.bb.ChainBBAdapter;

/** Prints what is kept. */
public class Logged extends ChainBBAdapter {
  @Override
  public boolean add(int index, Literal bel) {
    boolean added = super.add(index, bel);
    if (bel.getFunctor().equals("kept")) {
      System.out.println("added " + bel + " " + added);
    }
    return added;
  }

  @Override
  public boolean remove(Literal bel) {
    boolean removed = super.remove(bel);
    System.out.println("removed " + bel + " " + removed);
    return removed;
  }
}
