package books;

import jason.asSemantics.*;
import jason.asSyntax.*;

/** Sends an agent a belief: books.(name of this class)(Agent, What). */
public class tell extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    Message message = new Message("tell", ts.getAgArch().getAgName(), args[0].toString(), args[1]);
    ts.getAgArch().sendMsg(message);
    return true;
  }
}
