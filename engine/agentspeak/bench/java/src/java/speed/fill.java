package speed;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Term;

/** fill(N): believes so many facts of three predicates. */
public class fill extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    int count = (int) ((NumberTerm) args[0]).solve();
    for (int i = 0; i < count; i++) {
      ts.getAg()
          .addBel(
              ASSyntax.createLiteral(
                  "kept", ASSyntax.createNumber(i), ASSyntax.createAtom("v" + i % 10)));
    }
    ts.getAg()
        .addBel(
            ASSyntax.createLiteral("state", ASSyntax.createAtom("open"), ASSyntax.createNumber(1)));
    return true;
  }
}
