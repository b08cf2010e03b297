package agon.bridge;

import jason.asSyntax.Literal;
import jason.environment.Environment;
import java.lang.reflect.Field;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The agents that have perceived what there is, by name. Jason's environment forgets them when
 * percepts change: that is how the society notices it, without looking again and again.
 */
final class Watch extends AbstractSet<String> {
  private static final byte[] EVERYBODY = new byte[0];

  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  /** Has something changed for an agent that had seen all there was? */
  private final AtomicBoolean news = new AtomicBoolean();

  boolean takeNews() {
    return news.getAndSet(false);
  }

  /**
   * Takes the place of the environment's own set, and has its percepts notify of changes; returns
   * whether it could.
   */
  @SuppressWarnings("unchecked")
  boolean over(Environment environment) {
    try {
      Percepts all = new Percepts(this::clear);
      Field ofAll = field("percepts");
      all.addAll((Collection<Literal>) ofAll.get(environment));
      ofAll.set(environment, all);
      Percepts.OfAgents each = new Percepts.OfAgents(this);
      Field ofAgents = field("agPercepts");
      ((Map<String, Collection<Literal>>) ofAgents.get(environment))
          .forEach((agent, percepts) -> each.get(agent).addAll(percepts));
      ofAgents.set(environment, each);
      field("uptodateAgs").set(environment, this);
      return true;
    } catch (ReflectiveOperationException | RuntimeException other) {
      // Another version of Jason keeps that in another way.
      return false;
    }
  }

  private static Field field(String name) throws ReflectiveOperationException {
    Field field = Environment.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  @Override
  public boolean contains(Object agent) {
    return seen.contains(agent);
  }

  @Override
  public boolean add(String agent) {
    return seen.add(agent);
  }

  @Override
  public boolean remove(Object agent) {
    boolean removed = seen.remove(agent);
    if (removed) {
      news.set(true);
      Bridge.upcall(Bridge.CHANGED, 0, new Writer().string((String) agent).bytes());
    }
    return removed;
  }

  @Override
  public void clear() {
    if (!seen.isEmpty()) {
      seen.clear();
      news.set(true);
      Bridge.upcall(Bridge.CHANGED, 0, EVERYBODY);
    }
  }

  @Override
  public Iterator<String> iterator() {
    return seen.iterator();
  }

  @Override
  public int size() {
    return seen.size();
  }
}
