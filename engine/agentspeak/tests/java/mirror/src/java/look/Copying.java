package look;

import jason.asSemantics.*;
import jason.asSyntax.*;
import java.util.*;

public class Copying extends Agent {
  @Override
  public Intention selectIntention(Queue<Intention> all) {
    Intention i = super.selectIntention(all);
    return i;
  }

  @Override
  public Agent clone(jason.architecture.AgArch arch) {
    Agent a = super.clone(arch);
    return a;
  }
}
