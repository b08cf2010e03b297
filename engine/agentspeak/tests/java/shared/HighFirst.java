package shared;

import jason.asSemantics.Agent;
import jason.asSemantics.Event;
import java.util.Iterator;
import java.util.Queue;

/** An agent that takes an event called high before all others. */
public abstract class HighFirst extends Agent {
  private static final long serialVersionUID = 1;

  @Override
  public void initAg() {
    super.initAg();
    System.out.println("picky begins");
  }

  @Override
  public Event selectEvent(Queue<Event> events) {
    Iterator<Event> all = events.iterator();
    while (all.hasNext()) {
      Event event = all.next();
      if (event.getTrigger().getLiteral().getFunctor().equals("high")) {
        all.remove();
        return event;
      }
    }
    return super.selectEvent(events);
  }
}
