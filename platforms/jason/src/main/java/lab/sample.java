package lab;

import jason.asSemantics.Unifier;
import jason.asSyntax.Term;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code lab.sample(File, Column...)}: a row of a CSV file; names in the first row, then numbers.
 * Before them comes the iteration.
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
      run.samples()
          .open(
              file,
              Stream.of(args)
                  .skip(1)
                  .map(LabAction::text)
                  .collect(Collectors.joining(",", "iteration,", "")));
      return true;
    }
    long[] row = new long[args.length];
    row[0] = run.index();
    for (int i = 1; i < row.length; i++) {
      row[i] = integer(args[i]);
    }
    run.samples().row(file, row);
    return true;
  }
}
