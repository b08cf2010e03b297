package lab;

import agon.harness.Report;
import jason.NoValueException;
import jason.asSemantics.Unifier;
import jason.asSyntax.ListTerm;
import jason.asSyntax.Term;
import java.util.List;
import java.util.stream.LongStream;

/**
 * {@code lab.report(Key, Value)}: adds to the report a number, a list or a table (a list of lists)
 * of numbers or of names.
 */
public final class report extends LabAction {
  private static final long serialVersionUID = 1L;

  public report() {
    super(2, 2);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) throws NoValueException {
    String key = text(args[0]);
    Report report = run.report();
    if (!(args[1] instanceof ListTerm list)) {
      report.put(key, integer(args[1]));
    } else if (list.isEmpty() || list.get(0).isNumeric()) {
      report.put(key, integers(list));
    } else if (list.get(0) instanceof ListTerm) {
      putTable(report, key, list.stream().map(ListTerm.class::cast).toList());
    } else {
      report.put(key, names(list));
    }
    return true;
  }

  private static void putTable(Report report, String key, List<ListTerm> rows)
      throws NoValueException {
    if (rows.get(0).get(0).isNumeric()) {
      int[][] table = new int[rows.size()][];
      for (int i = 0; i < table.length; i++) {
        table[i] = LongStream.of(integers(rows.get(i))).mapToInt(Math::toIntExact).toArray();
      }
      report.put(key, table);
    } else {
      report.putRows(key, rows.stream().map(lab.report::names).toList());
    }
  }

  private static long[] integers(ListTerm list) throws NoValueException {
    long[] values = new long[list.size()];
    int i = 0;
    for (Term term : list) {
      values[i++] = integer(term);
    }
    return values;
  }

  private static List<String> names(ListTerm list) {
    return list.stream().map(LabAction::text).toList();
  }
}
