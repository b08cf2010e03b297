package slow;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Literal;
import jason.asSyntax.Term;

/** Looks at its arguments in its own way. */
public class raw extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Term[] prepareArguments(Literal body, Unifier un) {
    System.out.println("prepares " + body.getArity());
    Term[] all = new Term[2];
    all[0] = body.getTerm(1).capply(un);
    all[1] = body.getTerm(2);
    return all;
  }

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    System.out.println("given " + args.length + " " + args[0] + " " + args[1].isVar());
    return true;
  }
}
