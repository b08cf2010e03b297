package agon.bridge;

import jason.asSemantics.ActionExec;
import jason.asSemantics.Intention;
import jason.asSyntax.Structure;

/** An action of an agent's, which the society knows by its number. */
final class Act extends ActionExec {
  private static final long serialVersionUID = 1;

  private final long number;

  Act(long number, Structure action) {
    super(action, null);
    this.number = number;
  }

  @Override
  public Intention getIntention() {
    throw Ask.missing("ActionExec.getIntention of an agent without an architecture of its own");
  }

  /** Reports to the society how it has ended: nothing, or why it has failed. */
  void end() {
    if (getResult()) {
      Bridge.upcall(Bridge.ACTED, number, null);
      return;
    }
    Writer writer = new Writer();
    writer.string(getFailureMsg() == null ? "" : getFailureMsg());
    writer.count(getFailureReason() == null ? 0 : 1);
    if (getFailureReason() != null) {
      writer.term(getFailureReason());
    }
    Bridge.upcall(Bridge.ACTED, number, writer.bytes());
  }
}
