package agon.bridge;

import jason.asSyntax.Literal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one agent perceives, or everybody: notifies when it has changed. Jason's environment does so
 * before it changes anything, and an agent that looks in between would not look again.
 */
final class Percepts extends ArrayList<Literal> {
  private static final long serialVersionUID = 1;

  private final transient Runnable changed;

  Percepts(Runnable changed) {
    this.changed = changed;
  }

  // A thread that iterates over it holds its lock, as with the list that Jason has.

  @Override
  public synchronized int size() {
    return super.size();
  }

  @Override
  public synchronized boolean isEmpty() {
    return super.isEmpty();
  }

  @Override
  public synchronized boolean contains(Object percept) {
    return super.contains(percept);
  }

  @Override
  public synchronized Object[] toArray() {
    return super.toArray();
  }

  @Override
  public synchronized boolean add(Literal percept) {
    boolean added = super.add(percept);
    changed.run();
    return added;
  }

  @Override
  public synchronized boolean remove(Object percept) {
    boolean removed = super.remove(percept);
    if (removed) {
      changed.run();
    }
    return removed;
  }

  @Override
  public synchronized void clear() {
    boolean had = !super.isEmpty();
    super.clear();
    if (had) {
      changed.run();
    }
  }

  /** Those of each agent, made when they are first asked for. */
  static final class OfAgents extends ConcurrentHashMap<String, Collection<Literal>> {
    private static final long serialVersionUID = 1;

    private final transient Watch watch;

    OfAgents(Watch watch) {
      this.watch = watch;
    }

    @Override
    public Collection<Literal> get(Object agent) {
      Collection<Literal> there = super.get(agent);
      return there == null ? computeIfAbsent((String) agent, this::none) : there;
    }

    private Percepts none(String agent) {
      return new Percepts(() -> watch.remove(agent));
    }
  }
}
