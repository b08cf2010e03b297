package minds;

import jason.RevisionFailedException;
import jason.asSemantics.Intention;
import jason.asSemantics.Option;
import jason.asSyntax.Literal;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Pred;
import java.util.List;
import shared.HighFirst;

/** Takes the cheapest plan, urgent events first, and does not believe that anything is awful. */
public class Picky extends HighFirst {
  private static final long serialVersionUID = 1;

  private static double cost(Option option) {
    Pred label = option.getPlan().getLabel();
    Literal cost = label == null ? null : label.getAnnot("cost");
    try {
      return cost == null ? 0 : ((NumberTerm) cost.getTerm(0)).solve();
    } catch (Exception wrong) {
      return 0;
    }
  }

  @Override
  public Option selectOption(List<Option> options) {
    Option best = null;
    for (Option option : options) {
      if (best == null || cost(option) < cost(best)) {
        best = option;
      }
    }
    if (best != null) {
      options.remove(best);
    }
    return best;
  }

  @Override
  public List<Literal>[] brf(Literal add, Literal remove, Intention intention)
      throws RevisionFailedException {
    if (add != null && add.toString().startsWith("mood(awful)")) {
      System.out.println("not believed: " + add.getFunctor());
      return null;
    }
    return super.brf(add, remove, intention);
  }
}
