package care;

import jason.asSemantics.Agent;
import jason.asSemantics.Intention;
import jason.asSemantics.Message;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Literal;
import java.util.Collection;
import java.util.Iterator;
import java.util.Queue;

public class Nurse extends Agent {
  private int percepts;

  @Override
  public void initAg() {
    super.initAg();
    try {
      getPL().add(ASSyntax.parsePlan("@own[care] +!tidy(X) <- .print(\"tidies \", X)."), true);
      addBel(Literal.parseLiteral("shift(night)[source(self)]"));
      addBel(ASSyntax.createLiteral("beds", ASSyntax.createNumber(4)));
    } catch (Exception e) {
      getLogger().warning("wrong " + e);
    }
  }

  @Override
  public Message selectMessage(Queue<Message> mail) {
    // The last comes first.
    Message last = null;
    for (Message each : mail) {
      if (each.isAsk()) {
        last = each;
      }
    }
    if (last != null) {
      mail.remove(last);
      return last;
    }
    return super.selectMessage(mail);
  }

  @Override
  public Intention selectIntention(Queue<Intention> running) {
    Iterator<Intention> all = running.iterator();
    while (all.hasNext()) {
      Intention each = all.next();
      if (each.peek() != null
          && each.peek().getPlan().getLabel().hasAnnot(Literal.parseLiteral("care"))) {
        all.remove();
        return each;
      }
    }
    return super.selectIntention(running);
  }

  @Override
  public int buf(Collection<Literal> given) {
    percepts++;
    return super.buf(given);
  }

  @Override
  public void stopAg() {
    super.stopAg();
  }
}
