package lib;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.ListTerm;
import jason.asSyntax.Term;
import java.util.Iterator;

/** each(List, p(Item, Count)): one item after the other. */
public class each extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  /** Each agent has an action of its own. */
  private int count;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Iterator<Term> items = ((ListTerm) args[0]).iterator();
    ts.getLogger().info(ts.getAgArch().getAgName() + " asks");
    return new Iterator<Unifier>() {
      @Override
      public boolean hasNext() {
        return items.hasNext();
      }

      @Override
      public Unifier next() {
        Unifier next = un.clone();
        Term number = ASSyntax.createNumber(++count);
        next.unifies(args[1], ASSyntax.createStructure("p", items.next(), number));
        return next;
      }
    };
  }
}
