package calc;

import jason.JasonException;
import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.StringTerm;
import jason.asSyntax.Term;
import jason.asSyntax.Trigger;

public class event extends DefaultInternalAction {
  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    if (!args[0].isString()) {
      throw new JasonException("no event is " + args[0]);
    }
    Trigger trigger = Trigger.parseTrigger(((StringTerm) args[0]).getString());
    ts.getC().addExternalEv(trigger);
    return ts.getC().hasEvent();
  }
}
