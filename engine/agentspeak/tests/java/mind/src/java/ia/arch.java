package ia;

import jason.ReceiverNotFoundException;
import jason.architecture.AgArch;
import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.Message;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Literal;
import jason.asSyntax.Term;
import jason.runtime.RuntimeServices;
import jason.runtime.RuntimeServicesFactory;
import java.util.TreeSet;

/** Sends messages, and makes an agent. */
public class arch extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  @SuppressWarnings("deprecation")
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    AgArch arch = ts.getUserAgArch();
    String other = args[0].toString();
    RuntimeServices services = RuntimeServicesFactory.get();
    String kid =
        services.createAgent("kid", "kid.asl", null, null, null, ts.getSettings(), ts.getAg());
    services.startAgent(kid);
    System.out.println("agents " + new TreeSet<>(arch.getRuntimeServices().getAgentsNames()));
    arch.sendMsg(new Message("tell", arch.getAgName(), other, Literal.parseLiteral("ping(1)")));
    arch.sendMsg(new Message("achieve", null, other, Literal.parseLiteral("task(2)")));
    arch.broadcast(new Message("tell", null, null, Literal.parseLiteral("all(3)")));
    arch.sendMsg(new Message("achieve", null, kid, "hello"));
    try {
      arch.sendMsg(new Message("tell", null, "nobody", "x"));
    } catch (ReceiverNotFoundException none) {
      System.out.println("no such receiver");
    }
    System.out.println("cycle " + (arch.getCycleNumber() > 1) + " running " + arch.isRunning());
    System.out.println("sees " + (arch.perceive() == null));
    return true;
  }
}
