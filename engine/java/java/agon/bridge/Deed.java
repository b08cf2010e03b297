package agon.bridge;

import jason.asSemantics.ActionExec;
import jason.asSemantics.Intention;
import jason.asSyntax.Structure;

/** An action that an agent does in its own way, which the engine knows by its number. */
final class Deed extends ActionExec {
  private static final long serialVersionUID = 1;

  private final String agent;
  private final long number;

  Deed(String agent, long number, Intention intention, Structure action) {
    super(action, intention);
    this.agent = agent;
    this.number = number;
  }

  /** It has ended: well, or for a reason. */
  void end() {
    Ask ask = new Ask(agent, Ask.END_ACTION).count((int) number).count(getResult() ? 1 : 0);
    ask.text(getFailureMsg()).count(getFailureReason() == null ? 0 : 1);
    if (getFailureReason() != null) {
      ask.term(getFailureReason());
    }
    ask.answer();
  }
}
