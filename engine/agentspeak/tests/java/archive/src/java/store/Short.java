package store;

import jason.asSemantics.Agent;
import jason.asSyntax.Literal;
import jason.bb.DefaultBeliefBase;
import java.util.ArrayDeque;
import java.util.Deque;

/** Keeps the last few of what was seen. */
public class Short extends DefaultBeliefBase {
  private final Deque<Literal> kept = new ArrayDeque<>();
  private int most = 1;

  @Override
  public void init(Agent agent, String[] args) {
    super.init(agent, args);
    most = Integer.parseInt(args[0]);
  }

  @Override
  public boolean add(Literal belief) {
    return super.add(belief) && keep(belief);
  }

  @Override
  public boolean add(int index, Literal belief) {
    return super.add(index, belief) && keep(belief);
  }

  private boolean keep(Literal belief) {
    if (belief.getFunctor().equals("seen")) {
      kept.addLast(belief);
      if (kept.size() > most) {
        super.remove(kept.removeFirst());
      }
    }
    return true;
  }
}
