package calc;

import jason.JasonException;
import jason.asSemantics.DefaultArithFunction;
import jason.asSemantics.TransitionSystem;
import jason.asSyntax.NumberTerm;
import jason.asSyntax.Term;

public class Area extends DefaultArithFunction {
  @Override
  public String getName() {
    return "calc.area";
  }

  @Override
  public double evaluate(TransitionSystem ts, Term[] args) throws Exception {
    if (args[0].isNumeric() && args[1].isNumeric()) {
      return ((NumberTerm) args[0]).solve() * ((NumberTerm) args[1]).solve();
    }
    throw new JasonException("The arguments are not numbers!");
  }

  @Override
  public boolean checkArity(int a) {
    return a == 2;
  }
}
