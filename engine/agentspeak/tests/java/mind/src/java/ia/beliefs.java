package ia;

import jason.asSemantics.Agent;
import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import jason.asSyntax.PredicateIndicator;
import jason.asSyntax.Term;
import jason.asSyntax.VarTerm;
import jason.bb.BeliefBase;
import java.util.Iterator;

/** Looks at what is believed, and changes it. */
public class beliefs extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Agent ag = ts.getAg();
    Unifier found = new Unifier();
    System.out.println(
        "believes " + ag.believes(Literal.parseLiteral("p(X)"), found) + " " + found.get("X"));
    System.out.println(
        "rule "
            + ag.believes(ASSyntax.parseFormula("big(X) & X > 2"), found = new Unifier())
            + found.get("X"));
    System.out.println(
        "not " + ag.believes(ASSyntax.parseFormula("not p(9) & ~cold"), new Unifier()));
    System.out.println("find " + ag.findBel(Literal.parseLiteral("q(b,Y)"), new Unifier()));
    System.out.println("find none " + ag.findBel(Literal.parseLiteral("q(z,_)"), new Unifier()));
    System.out.println(
        "annotated " + ag.findBel(Literal.parseLiteral("q(_,_)[note(N)]"), new Unifier()));
    System.out.println("spaced " + ag.findBel(ASSyntax.parseLiteral("n::p(X)"), new Unifier()));
    BeliefBase bb = ag.getBB();
    int before = bb.size();
    Iterator<Literal> all = bb.getCandidateBeliefs(new PredicateIndicator("p", 1));
    StringBuilder text = new StringBuilder();
    while (all.hasNext()) {
      text.append(all.next()).append(' ');
    }
    System.out.println(
        "candidates " + text + bb.getCandidateBeliefs(new PredicateIndicator("nothing", 3)));
    System.out.println(
        "contains "
            + bb.contains(Literal.parseLiteral("q(a,1)"))
            + " "
            + bb.contains(Literal.parseLiteral("q(a,2)")));
    int facts = 0;
    for (Literal each : bb) {
      facts += each.getNS().getFunctor().equals("kqml") ? 0 : each.isRule() ? 100 : 1;
    }
    System.out.println("iterated " + facts + " percepts " + bb.getPercepts().hasNext());
    System.out.println(
        "added "
            + ag.addBel(Literal.parseLiteral("fresh(1)"))
            + ag.addBel(Literal.parseLiteral("fresh(1)")));
    ag.addBel(Literal.parseLiteral("got(\"" + ts.getSettings().getUserParameter("shop") + "\")"));
    Literal given = Literal.parseLiteral("got(2)");
    given.addSource(ASSyntax.createAtom("eve"));
    bb.add(given);
    System.out.println("size " + (bb.size() - before));
    ag.addBel(Literal.parseLiteral("old(1)"));
    ag.addBel(Literal.parseLiteral("old(2)"));
    ag.addBel(Literal.parseLiteral("old(3)"));
    Literal gone = Literal.parseLiteral("p(2)");
    gone.addSource(BeliefBase.ASelf);
    System.out.println("deleted " + ag.delBel(gone) + ag.delBel(gone));
    ag.abolish(Literal.parseLiteral("old(_)"), new Unifier());
    System.out.println(
        "left " + ag.findBel(ASSyntax.createLiteral("old", new VarTerm("X")), new Unifier()));
    return bb.remove(given);
  }
}
