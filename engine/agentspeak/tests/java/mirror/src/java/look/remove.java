package look;

import jason.asSemantics.*;
import jason.asSyntax.*;
import jason.asSyntax.Trigger.*;
import java.util.*;

public class remove extends DefaultInternalAction {
  @Override
  public Object execute(final TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    List<Plan> all =
        ts.getAg()
            .getPL()
            .getCandidatePlans(
                new Trigger(
                    TEOperator.add,
                    TEType.achieve,
                    ASSyntax.createLiteral(args[0].toString(), new VarTerm("X"))));
    for (Plan p : new ArrayList<>(all)) ts.getAg().getPL().remove(p.getLabel());
    return true;
  }
}
