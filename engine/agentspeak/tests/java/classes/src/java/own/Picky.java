package own;

import jason.RevisionFailedException;
import jason.asSemantics.Intention;
import jason.asSemantics.Message;
import jason.asSemantics.Option;
import jason.asSemantics.Unifier;
import jason.asSyntax.Literal;
import jason.asSyntax.NumberTerm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import shared.HighFirst;

/** Prefers what is high, and the last plan; forbids some beliefs, and accepts not every message. */
public class Picky extends HighFirst {
  private static final long serialVersionUID = 1;

  @Override
  public Option selectOption(List<Option> options) {
    Option last = options.get(options.size() - 1);
    if (options.size() > 1) {
      System.out.println(
          "one of " + options.size() + ": " + last.getPlan().getLabel().getFunctor());
    }
    return last;
  }

  @Override
  public Intention selectIntention(Queue<Intention> intentions) {
    return super.selectIntention(intentions);
  }

  @Override
  public boolean socAcc(Message message) {
    return !message.getPropCont().toString().equals("told(2)");
  }

  @Override
  public int buf(Collection<Literal> percepts) {
    if (percepts == null) {
      return 0;
    }
    List<Literal> seen = new ArrayList<>(percepts);
    seen.removeIf(each -> each.getTerm(0).toString().equals("hidden"));
    return super.buf(seen);
  }

  @Override
  public List<Literal>[] brf(Literal add, Literal del, Intention i) throws RevisionFailedException {
    if (add != null && add.getFunctor().equals("forbidden")) {
      throw new RevisionFailedException("forbidden");
    }
    if (add != null && add.getFunctor().equals("size")) {
      Unifier un = new Unifier();
      believes(Literal.parseLiteral("limit(X)"), un);
      double limit = value(un);
      if (((NumberTermOf) t -> ((NumberTerm) t).solve()).of(add.getTerm(0)) > limit) {
        System.out.println("too large " + add.getTerm(0));
        return null;
      }
    }
    return super.brf(add, del, i);
  }

  private interface NumberTermOf {
    double solve(jason.asSyntax.Term t) throws Exception;

    default double of(jason.asSyntax.Term t) {
      try {
        return solve(t);
      } catch (Exception wrong) {
        return 0;
      }
    }
  }

  private static double value(Unifier un) {
    return ((NumberTermOf) t -> ((NumberTerm) t).solve()).of(un.get("X"));
  }
}
