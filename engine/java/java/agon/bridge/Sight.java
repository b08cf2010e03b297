package agon.bridge;

import jason.asSyntax.Literal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the society knows that an agent perceives. */
final class Sight {
  private List<Literal> known = new ArrayList<>();

  /**
   * How what is perceived now differs: the places of what is gone, rising, and what has come.
   * Nothing, if that is all that is known.
   */
  synchronized byte[] changes(Collection<Literal> percepts) {
    if (percepts == null) {
      return null;
    }
    int same = 0;
    for (Literal percept : percepts) {
      if (same == known.size() || known.get(same) != percept) {
        break;
      }
      same++;
    }
    if (same == known.size() && same == percepts.size()) {
      return null;
    }
    Set<Literal> rest = new LinkedHashSet<>();
    Set<Literal> front = new HashSet<>(known.subList(0, same));
    int place = 0;
    for (Literal percept : percepts) {
      if (place++ >= same && !front.contains(percept)) {
        rest.add(percept);
      }
    }
    List<Literal> now = new ArrayList<>(known.subList(0, same));
    List<Integer> gone = new ArrayList<>();
    for (int i = same; i < known.size(); i++) {
      if (rest.remove(known.get(i))) {
        now.add(known.get(i));
      } else {
        gone.add(i);
      }
    }
    now.addAll(rest);
    known = now;
    if (gone.isEmpty() && rest.isEmpty()) {
      return null;
    }
    Writer writer = new Writer().count(gone.size());
    gone.forEach(writer::count);
    writer.count(rest.size());
    rest.forEach(writer::term);
    return writer.bytes();
  }
}
