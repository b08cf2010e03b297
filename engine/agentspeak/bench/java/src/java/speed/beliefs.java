package speed;

import jason.asSemantics.Agent;
import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Term;
import jason.asSyntax.VarTerm;
import java.lang.management.ManagementFactory;

/** beliefs(N): finds, asks for, adds and takes back beliefs, so many of each. */
public class beliefs extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    int count = (int) ((NumberTerm) args[0]).solve();
    Agent agent = ts.getAg();
    int found = 0;
    long begun = cpu();
    for (int i = 0; i < count; i++) {
      Literal wanted = ASSyntax.createLiteral("state", new VarTerm("S"), new VarTerm("N"));
      found += agent.findBel(wanted, new Unifier()) == null ? 0 : 1;
    }
    begun = report("find", count, begun);
    for (int i = 0; i < count; i++) {
      Literal wanted = ASSyntax.createLiteral("state", new VarTerm("S"), new VarTerm("N"));
      found += agent.believes(wanted, new Unifier()) ? 1 : 0;
    }
    begun = report("believes", count, begun);
    for (int i = 0; i < count; i++) {
      Literal fact = ASSyntax.createLiteral("note", ASSyntax.createNumber(i));
      found += agent.addBel(fact) ? 1 : 0;
      found += agent.delBel(fact) ? 1 : 0;
    }
    begun = report("add+del", count, begun);
    for (int i = 0; i < count; i++) {
      Literal fact = ASSyntax.createLiteral("state", new VarTerm("S"), ASSyntax.createNumber(i));
      Literal old =
          agent.findBel(
              ASSyntax.createLiteral("state", new VarTerm("S"), new VarTerm("N")), new Unifier());
      agent.delBel(old);
      found +=
          agent.addBel(
                  ASSyntax.createLiteral(
                      "state", ASSyntax.createAtom("open"), ASSyntax.createNumber(i)))
              ? 1
              : 0;
    }
    begun = report("find, del, add", count, begun);
    for (int i = 0; i < count / 10; i++) {
      Literal wanted =
          ASSyntax.createLiteral("kept", ASSyntax.createNumber(i % 1000), new VarTerm("V"));
      found += agent.findBel(wanted, new Unifier()) == null ? 0 : 1;
    }
    report("find of 1000", count / 10, begun);
    return found == 4 * count + count / 10 + count;
  }

  /** Of this thread, in nanoseconds: others may have work for the processors, too. */
  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long report(String what, int count, long begun) {
    System.out.println(what + " ns " + (cpu() - begun) / count);
    return cpu();
  }
}
