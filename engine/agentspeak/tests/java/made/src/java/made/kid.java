package made;

import jason.asSemantics.DefaultInternalAction;
import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.Atom;
import jason.asSyntax.Term;
import jason.runtime.RuntimeServices;
import jason.runtime.RuntimeServicesFactory;
import jason.runtime.Settings;

/** kid(Name): makes an agent with a class, and something to begin with. */
public class kid extends DefaultInternalAction {
  private static final long serialVersionUID = 1;

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    RuntimeServices services = RuntimeServicesFactory.get();
    Settings settings = new Settings();
    settings.addOption(Settings.INIT_BELS, "told(10), told(20)");
    settings.addOption(Settings.INIT_GOALS, "handed(a)");
    String name =
        services.createAgent("kid", "kid.asl", "made.First", null, null, settings, ts.getAg());
    services.startAgent(name);
    return un.unifies(args[0], new Atom(name));
  }
}
