package agon.workload;

import agon.harness.Arguments;
import agon.harness.BadArgumentException;
import agon.harness.Input;
import agon.harness.Report;
import agon.harness.Samples;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.ThreadLocalRandom;

/** The grid's parameters and input, and what does not depend on the platform. */
public final class GridSwap {
  /** The last whose square fits an int. */
  private static final int LARGEST_SIDE = 46340;

  private final int cells;
  private final int rounds;
  private final BitSet active = new BitSet();

  public GridSwap(Arguments arguments) {
    int side = arguments.integer("side", 2, LARGEST_SIDE);
    cells = side * side;
    rounds = arguments.integer("rounds", 1, Integer.MAX_VALUE);
    // The command line must contain it; the input, not this, names the active cells.
    arguments.integer("active", 0, Integer.MAX_VALUE);
    Path file = arguments.path("input");
    for (int cell : Input.read(file, 1)[0]) {
      if (cell < 0 || cell >= cells) {
        throw new BadArgumentException(
            "input=%s: give cells from 0 to %d".formatted(file, cells - 1));
      }
      active.set(cell);
    }
  }

  /** How many cells there are; they are numbered from 0. */
  public int cells() {
    return cells;
  }

  /** The cells that start active. */
  public int[] active() {
    return active.stream().toArray();
  }

  /** The file for all iterations' {@link Grid}. */
  public static Samples openSamples(Arguments arguments) throws IOException {
    return new Samples(
        arguments.samples(), "cells.csv", "iteration,cell,requested,accepted,refused,state");
  }

  /** What one cell's agent knows, and the rules it follows; the messages are the platform's. */
  public final class Cell {
    private final int number;
    private int state;
    private boolean busy;
    private boolean stopped;
    private int requested;
    private int accepted;
    private int refused;

    public Cell(int number) {
      this.number = number;
      state = number;
      // Else a request that comes before its start would make two transactions of it.
      busy = active.get(number);
    }

    /** Begins a transaction; returns whom to ask: any other cell, at random. */
    public int request() {
      busy = true;
      int other = ThreadLocalRandom.current().nextInt(cells - 1);
      return other < number ? other : other + 1;
    }

    /** The state that the next message carries. */
    public int state() {
      return state;
    }

    /** Whether a request is to be accepted. */
    public boolean accepts() {
      return !busy && !stopped && requested < rounds;
    }

    /** Accepts a request, takes its state, and returns the old one, which is the answer. */
    public int accept(int state) {
      accepted++;
      return take(state);
    }

    /** The own request was accepted; true when that was the last swap this cell wanted. */
    public boolean accepted(int state) {
      take(state);
      busy = false;
      return ++requested == rounds;
    }

    /** The own request was refused; true when the cell is to ask again. */
    public boolean refused() {
      refused++;
      busy = !stopped;
      return busy;
    }

    /** Nothing is begun or accepted any more. */
    public void stop() {
      stopped = true;
    }

    /** Whether the cell has stopped, and no transaction is open. */
    public boolean closed() {
      return stopped && !busy;
    }

    public Account account() {
      return new Account(number, requested, accepted, refused, state);
    }

    private int take(int state) {
      int old = this.state;
      this.state = state;
      return old;
    }
  }

  /** What a cell reports of itself when it has stopped. */
  public record Account(int cell, int requested, int accepted, int refused, int state)
      implements Serializable {}

  /** The accounts of all cells, as they come in. */
  public final class Grid {
    private final Account[] accounts = new Account[cells];
    private int awaited = cells;
    private boolean ending;

    /** A cell has all its swaps; true at the first one, when all are to be stopped. */
    public boolean end() {
      boolean first = !ending;
      ending = true;
      return first;
    }

    /** Takes one cell's account; true when it was the last. */
    public boolean add(Account account) {
      accounts[account.cell] = account;
      return --awaited == 0;
    }

    public Report report() {
      long swaps = 0;
      long refusals = 0;
      for (Account account : accounts) {
        swaps += account.requested;
        refusals += account.refused;
      }
      return new Report().put("requests", swaps + refusals).put("swaps", swaps);
    }

    public void writeTo(Samples samples, int iteration) throws IOException {
      for (Account account : accounts) {
        samples.row(
            iteration,
            account.cell,
            account.requested,
            account.accepted,
            account.refused,
            account.state);
      }
      samples.flush();
    }
  }
}
