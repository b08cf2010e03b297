package lab;

/**
 * The one run of this process, as the internal actions see it: Jason creates them itself, one an
 * agent, so that nothing can be handed to them.
 */
final class Run {

  private static Run current;

  final Arguments arguments;
  final InputLines input;
  final Output output;
  final long epoch = System.nanoTime();

  Run(Arguments arguments, InputLines input, Output output) {
    this.arguments = arguments;
    this.input = input;
    this.output = output;
  }

  static Run current() {
    return current;
  }

  static void begin(Run run) {
    current = run;
  }
}
