package agon.bridge;

import jason.asSemantics.IMCondition;
import jason.asSemantics.IntendedMeans;
import jason.asSemantics.Intention;
import jason.asSemantics.Option;
import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Plan;
import jason.asSyntax.PlanBody;
import jason.asSyntax.Term;
import jason.asSyntax.Trigger;
import jason.asSyntax.VarTerm;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** An intention, which the engine holds: its number, and what its plans are once requested. */
final class Held extends Intention {
  private static final long serialVersionUID = 1;

  private final String agent;
  private final int number;
  private final int size;
  private final boolean atomic;

  /** From the one on top on; unknown at first. */
  private List<IntendedMeans> means;

  /** Has the step been done that it stands at? */
  private boolean advanced;

  Held(String agent, Reader reader) {
    this.agent = agent;
    this.number = reader.count();
    this.size = reader.count();
    this.atomic = reader.flag();
    super.setSuspended(reader.flag());
  }

  /** One as it was when something became of it. */
  static Held asItWas(String agent, Reader reader) {
    Held held = new Held(agent, reader);
    held.means = held.read(reader);
    return held;
  }

  boolean isAdvanced() {
    return advanced;
  }

  /** Has it ended, or been dropped? */
  boolean isGone() {
    return means().isEmpty();
  }

  private List<IntendedMeans> means() {
    if (means == null) {
      means = read(new Ask(agent, Ask.FRAMES).count(number).answer());
    }
    return means;
  }

  private List<IntendedMeans> read(Reader reader) {
    List<IntendedMeans> all = new ArrayList<>();
    try {
      for (int left = reader.count(); left > 0; left--) {
        all.add(new Frame(reader));
      }
    } catch (RuntimeException wrong) {
      throw wrong;
    } catch (Exception wrong) {
      throw new IllegalStateException("a plan of the intention is not understood: " + wrong, wrong);
    }
    return all;
  }

  /** A plan that is being executed. */
  private final class Frame extends IntendedMeans {
    private static final long serialVersionUID = 1;

    Frame(Reader reader) throws Exception {
      this(option(reader), Events.trigger(reader), reader);
    }

    private Frame(Option option, Trigger trigger, Reader reader) throws Exception {
      super(option, trigger);
      // The engine keeps no variables that no step needs.
      Unifier more = getUnif().clone();
      if (more.unifies(getPlan().getTrigger().getLiteral(), trigger.getLiteral())) {
        setUnif(more);
      }
      String rest = reader.string();
      planBody = rest.isEmpty() ? new jason.asSyntax.PlanBodyImpl() : ASSyntax.parsePlanBody(rest);
    }

    @Override
    public Term removeCurrentStep() {
      advanced = true;
      return super.removeCurrentStep();
    }

    @Override
    public PlanBody insertAsNextStep(PlanBody step) {
      throw Ask.missing("IntendedMeans.insertAsNextStep");
    }
  }

  static Option option(Reader reader) throws Exception {
    Plan plan = Plans.plan(reader.string());
    Unifier unifier = new Unifier();
    for (int left = reader.count(); left > 0; left--) {
      unifier.bind(new VarTerm(reader.string()), reader.term());
    }
    return new Option(plan, unifier);
  }

  @Override
  public int getId() {
    return number;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean isFinished() {
    return size == 0;
  }

  @Override
  public boolean isAtomic() {
    return atomic;
  }

  @Override
  public IntendedMeans peek() {
    return means().isEmpty() ? null : means().get(0);
  }

  @Override
  public IntendedMeans getBottom() {
    return means().isEmpty() ? null : means().get(size - 1);
  }

  @Override
  public Iterator<IntendedMeans> iterator() {
    return List.copyOf(means()).iterator();
  }

  @Override
  public IntendedMeans getIM(IMCondition wanted, Unifier unifier) {
    for (IntendedMeans each : means()) {
      if (wanted.test(each.getTrigger(), unifier)) {
        return each;
      }
    }
    return null;
  }

  @Override
  public boolean hasTrigger(Trigger trigger, Unifier unifier) {
    for (IntendedMeans each : means()) {
      if (unifier.unifies(trigger, each.getTrigger())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public IntendedMeans dropGoal(IMCondition wanted, Unifier unifier) {
    throw Ask.missing("Intention.dropGoal");
  }

  @Override
  public void push(IntendedMeans more) {
    throw Ask.missing("Intention.push");
  }

  @Override
  public IntendedMeans pop() {
    throw Ask.missing("Intention.pop");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Held && ((Held) other).number == number;
  }

  @Override
  public int hashCode() {
    return number;
  }

  @Override
  public int compareTo(Intention other) {
    return Integer.compare(number, other.getId());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("intention " + number + ": \n");
    for (IntendedMeans each : means()) {
      text.append("    ").append(each).append('\n');
    }
    return text.toString();
  }
}
