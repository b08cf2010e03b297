package lab;

import jason.asSemantics.Unifier;
import jason.asSyntax.Term;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code lab.sample(File, Column...)}: a row of a CSV file; names in the first row, then numbers.
 */
public final class sample extends LabAction {
  private static final long serialVersionUID = 1L;

  public sample() {
    super(2, Integer.MAX_VALUE);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) throws Exception {
    String file = text(args[0]);
    if (args[1].isAtom()) {
      run.header(
          file, Stream.of(args).skip(1).map(LabAction::text).collect(Collectors.joining(",")));
      return true;
    }
    long[] row = new long[args.length - 1];
    for (int i = 0; i < row.length; i++) {
      row[i] = integer(args[i + 1]);
    }
    run.sample(file, row);
    return true;
  }
}
