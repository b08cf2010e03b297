package lots;

import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.NumberTermImpl;
import jason.asSyntax.Term;
import java.util.Iterator;
import java.util.Map;
import shared.Fixed;

/** lots.free(Lot, Spaces): each lot that is free, one after the other. */
public class free extends Fixed {
  private static final long serialVersionUID = 1;

  public free() {
    super(2);
  }

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    checkArguments(args);
    Iterator<Map.Entry<String, Integer>> lots = Lots.free().entrySet().iterator();
    return new Iterator<Unifier>() {
      private Unifier next = find();

      private Unifier find() {
        while (lots.hasNext()) {
          Map.Entry<String, Integer> lot = lots.next();
          Unifier found = un.clone();
          if (found.unifies(args[0], ASSyntax.createAtom(lot.getKey()))
              && found.unifies(args[1], new NumberTermImpl(lot.getValue()))) {
            return found;
          }
        }
        return null;
      }

      @Override
      public boolean hasNext() {
        return next != null;
      }

      @Override
      public Unifier next() {
        Unifier found = next;
        next = find();
        return found;
      }
    };
  }
}
