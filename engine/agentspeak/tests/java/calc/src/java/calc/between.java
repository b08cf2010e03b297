package calc;

import jason.JasonException;
import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.NumberTermImpl;
import jason.asSyntax.Term;
import java.util.Iterator;

/** All numbers between two. */
public class between extends DefaultInternalAction {
  private static between single = null;

  public static between create() {
    if (single == null) {
      single = new between();
    }
    return single;
  }

  @Override
  public int getMinArgs() {
    return 3;
  }

  @Override
  public int getMaxArgs() {
    return 3;
  }

  @Override
  protected void checkArguments(Term[] args) throws JasonException {
    super.checkArguments(args);
    if (!args[0].isNumeric()) {
      throw JasonException.createWrongArgument(
          this, "first argument must be a number, not '" + args[0] + "'.");
    }
  }

  @Override
  public Object execute(TransitionSystem ts, final Unifier un, final Term[] args) throws Exception {
    checkArguments(args);
    final int from = (int) ((NumberTerm) args[0]).solve();
    final int to = (int) ((NumberTerm) args[1]).solve();
    if (!args[2].isVar()) {
      double x = ((NumberTerm) args[2]).solve();
      return x >= from && x <= to;
    }
    return new Iterator<Unifier>() {
      int next = from;

      @Override
      public boolean hasNext() {
        return next <= to;
      }

      @Override
      public Unifier next() {
        Unifier c = un.clone();
        c.unifies(args[2], new NumberTermImpl(next++));
        return c;
      }
    };
  }
}
