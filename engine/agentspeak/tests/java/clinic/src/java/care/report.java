package care;

import jason.asSemantics.TransitionSystem;
import jason.asSemantics.Unifier;
import jason.asSyntax.StringTermImpl;
import jason.asSyntax.Term;
import shared.Fixed;

public class report extends Fixed {
  public report() {
    super(1);
  }

  @Override
  public Object execute(TransitionSystem ts, Unifier un, Term[] args) throws Exception {
    checkArguments(args);
    Doctor doctor = (Doctor) ts.getAg();
    ts.getLogger().info(doctor.asked() > 2 ? "asked often" : "asked seldom");
    return un.unifiesNoUndo(args[0], new StringTermImpl(doctor.known()));
  }
}
