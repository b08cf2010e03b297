package calc;

import jason.asSemantics.DefaultArithFunction;
import jason.asSemantics.TransitionSystem;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Term;

public class Hyp extends DefaultArithFunction {
  @Override
  public String getName() {
    return "calc.hyp";
  }

  @Override
  public double evaluate(TransitionSystem ts, Term[] args) throws Exception {
    return Math.hypot(((NumberTerm) args[0]).solve(), ((NumberTerm) args[1]).solve());
  }
}
