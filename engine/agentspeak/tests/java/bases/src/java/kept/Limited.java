package kept;

import jason.asSyntax.Literal;
import jason.asSyntax.PredicateIndicator;
import jason.bb.DefaultBeliefBase;
import java.util.Iterator;

/** Takes three items. */
public class Limited extends DefaultBeliefBase {
  private static final long serialVersionUID = 1;

  @Override
  protected boolean add(Literal belief, boolean atEnd) {
    if (belief.getFunctor().equals("item")) {
      int count = 0;
      Iterator<Literal> all = getCandidateBeliefs(new PredicateIndicator("item", 1));
      while (all != null && all.hasNext()) {
        all.next();
        count++;
      }
      if (count == 3) {
        return false;
      }
    }
    return super.add(belief, atEnd);
  }
}
