package agon.workload;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A Fibonacci number computed slice by slice, for an actor that lets others have their turn in
 * between.
 *
 * <p>This is the same recursion, every call of it: only, the calls above {@link #SLICE} wait on a
 * stack of their own.
 */
public final class Sliced {
  /** The largest n computed without a pause: some ten microseconds. */
  private static final int SLICE = 18;

  private final Deque<Integer> pending = new ArrayDeque<>();
  private long sum;

  public Sliced(int n) {
    pending.push(n);
  }

  /** Computes a slice; true when it was the last. */
  public boolean step() {
    int n = pending.pop();
    while (n > SLICE) {
      pending.push(n - 2);
      n--;
    }
    sum += Fibonacci.fib(n);
    return pending.isEmpty();
  }

  /** The answer, after the last slice. */
  public long value() {
    return sum;
  }
}
