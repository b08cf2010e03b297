package kept;

import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import jason.asSyntax.NumberTermImpl;
import jason.asSyntax.Term;
import jason.bb.DefaultBeliefBase;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Believes the squares of all numbers, without keeping them. */
public class Virtual extends DefaultBeliefBase {
  private static final long serialVersionUID = 1;

  @Override
  public Iterator<Literal> getCandidateBeliefs(Literal l, Unifier u) {
    if (!l.getFunctor().equals("square") || l.getArity() != 2) {
      return super.getCandidateBeliefs(l, u);
    }
    Term first = l.getTerm(0);
    if (u != null && first.isVar()) {
      first = first.capply(u);
    }
    List<Literal> squares = new ArrayList<>();
    for (int i = 0; i <= 100; i++) {
      boolean asked = first.isVar() || first.equals(new NumberTermImpl(i));
      if (asked) {
        squares.add(
            ASSyntax.createLiteral("square", new NumberTermImpl(i), new NumberTermImpl(i * i)));
      }
    }
    return squares.iterator();
  }
}
