package agon.workload;

import agon.harness.Arguments;
import agon.harness.Report;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The chameneos' parameters, and what does not depend on the platform. */
public record Chameneos(int creatures, int meetings, boolean witness) {

  // agon: begin harness
  public static Chameneos of(Arguments arguments) {
    return new Chameneos(
        // A single creature would wait for its partner for ever.
        arguments.integer("creatures", 2, Integer.MAX_VALUE),
        arguments.integer("meetings", 0, Integer.MAX_VALUE),
        arguments.witness());
  }

  // agon: end

  /** One creature's own account of its meetings. */
  public static final class Diary {
    // agon: begin witness
    /** The numbers that stand before the meetings by colours. */
    private static final int OWN = 4;

    // agon: end

    private final int creature;
    // agon: begin witness
    private final int[][] byColours;
    // agon: end
    private Colour colour;
    private int meetings;
    private int self;

    public Diary(int creature, boolean witness) {
      this.creature = creature;
      colour = Colour.initial(creature);
      // agon: begin witness
      int colours = Colour.values().length;
      byColours = witness ? new int[colours][colours] : null;
      // agon: end
    }

    // agon: begin report
    /** The diary that has those {@link #numbers}. */
    public Diary(int[] numbers) {
      this(numbers[0], numbers.length > OWN);
      colour = Colour.values()[numbers[1]];
      meetings = numbers[2];
      self = numbers[3];
      for (int at = OWN; at < numbers.length; at++) {
        byColours[(at - OWN) / byColours.length][(at - OWN) % byColours.length] = numbers[at];
      }
    }

    /** All that is in it, to be sent. */
    public int[] numbers() {
      IntStream own = IntStream.of(creature, colour.ordinal(), meetings, self);
      Stream<int[]> rows = byColours == null ? Stream.empty() : Stream.of(byColours);
      return IntStream.concat(own, rows.flatMapToInt(IntStream::of)).toArray();
    }

    public int meetings() {
      return meetings;
    }

    // agon: end

    /** The creature's number, counted from 1. */
    public int creature() {
      return creature;
    }

    public Colour colour() {
      return colour;
    }

    /** The creature meets another, and both change to the complement. */
    public void meet(int other, Colour otherColour) {
      meetings++;
      if (other == creature) {
        self++;
      }
      // agon: begin witness
      if (byColours != null) {
        byColours[colour.ordinal()][otherColour.ordinal()]++;
      }
      // agon: end
      colour = colour.complement(otherColour);
    }
  }

  /** The diaries of all creatures, as they come in. */
  public static final class Diaries {
    private final Chameneos parameters;
    // agon: begin report
    private final Diary[] diaries;
    // agon: end
    private int awaited;

    public Diaries(Chameneos parameters) {
      this.parameters = parameters;
      // agon: begin report
      diaries = new Diary[parameters.creatures];
      // agon: end
      awaited = parameters.creatures;
    }

    /** Takes one creature's diary; true when it was the last. */
    public boolean add(Diary diary) {
      // agon: begin report
      diaries[diary.creature - 1] = diary;
      // agon: end
      return --awaited == 0;
    }

    // agon: begin report
    public Report report() {
      List<Colour> colours = List.of(Colour.values());
      Report report =
          new Report()
              .putRows(
                  "complements",
                  colours.stream()
                      .map(own -> colours.stream().map(own::complement).toList())
                      .toList())
              .put(
                  "initial",
                  IntStream.rangeClosed(1, diaries.length).mapToObj(Colour::initial).toList())
              .put("final", Stream.of(diaries).map(Diary::colour).toList())
              .put("meetings", Stream.of(diaries).mapToInt(diary -> diary.meetings).toArray())
              .put("self", Stream.of(diaries).mapToInt(diary -> diary.self).toArray());
      return parameters.witness ? report.put("witness", sumByColours(colours.size())) : report;
    }

    private int[][] sumByColours(int colours) {
      int[][] sum = new int[colours][colours];
      for (Diary diary : diaries) {
        for (int own = 0; own < colours; own++) {
          for (int other = 0; other < colours; other++) {
            sum[own][other] += diary.byColours[own][other];
          }
        }
      }
      return sum;
    }
    // agon: end
  }
}
