package kept;

import jason.asSemantics.Agent;
import jason.asSemantics.Unifier;
import jason.asSyntax.Literal;
import jason.asSyntax.Structure;
import jason.bb.DefaultBeliefBase;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** Of each given predicate, one belief for a key: a newer one takes the place of the older. */
public class Unique extends DefaultBeliefBase {
  private static final long serialVersionUID = 1;

  private final Map<String, Structure> unique = new HashMap<>();

  @Override
  public void init(Agent ag, String[] args) {
    for (String arg : args) {
      Structure s = Structure.parse(arg);
      unique.put(s.getFunctor(), s);
    }
    System.out.println("unique " + args.length + " of " + ag.getTS().getAgArch().getAgName());
  }

  @Override
  public boolean add(Literal bel) {
    replace(bel);
    return super.add(bel);
  }

  @Override
  public boolean add(int index, Literal bel) {
    replace(bel);
    return super.add(index, bel);
  }

  private void replace(Literal bel) {
    Structure pattern = unique.get(bel.getFunctor());
    if (pattern == null || pattern.getArity() != bel.getArity() || contains(bel) != null) {
      return;
    }
    Iterator<Literal> all = getCandidateBeliefs(bel.getPredicateIndicator());
    while (all != null && all.hasNext()) {
      Literal old = all.next();
      boolean same = !old.isRule();
      for (int i = 0; same && i < pattern.getArity(); i++) {
        if (!pattern.getTerm(i).isVar()) {
          same = new Unifier().unifies(old.getTerm(i), bel.getTerm(i));
        }
      }
      if (same) {
        System.out.println("replaces " + old.getFunctor() + old.getTerms());
        remove(old);
        return;
      }
    }
  }
}
