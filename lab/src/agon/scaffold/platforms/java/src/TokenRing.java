import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** token-ring: each worker is a thread that reads its queue and writes to its neighbour's. */
record TokenRing(int workers, int tokens, int passes, boolean witness) {
  private static final long MODULUS = 2147483647;
  private static final Token STOP = new Token(0, 0, 0);

  private record Token(int number, int left, long acc) {}

  /** What the counter receives of a token: which worker had it last. */
  private record Last(int token, int worker, long acc) {}

  /** The report is JSON. */
  record Outcome(long elapsedNs, String report) {}

  Outcome iteration() throws InterruptedException {
    BlockingQueue<Last> counter = new LinkedBlockingQueue<>();
    List<BlockingQueue<Token>> mailboxes = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      mailboxes.add(new LinkedBlockingQueue<>());
    }
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      int number = i + 1;
      BlockingQueue<Token> mailbox = mailboxes.get(i);
      BlockingQueue<Token> neighbour = mailboxes.get(number % workers);
      threads.add(new Thread(() -> work(number, mailbox, neighbour, counter)));
    }
    threads.forEach(Thread::start);

    long began = System.nanoTime();
    for (int token = 1; token <= tokens; token++) {
      mailboxes.get(startOf(token) - 1).put(new Token(token, passes, 0));
    }
    Last[] ended = new Last[tokens];
    for (int count = 0; count < tokens; count++) {
      Last last = counter.take();
      ended[last.token - 1] = last;
    }
    long elapsedNs = System.nanoTime() - began;

    for (BlockingQueue<Token> mailbox : mailboxes) {
      mailbox.put(STOP);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return new Outcome(elapsedNs, report(List.of(ended)));
  }

  private void work(
      int number,
      BlockingQueue<Token> mailbox,
      BlockingQueue<Token> neighbour,
      BlockingQueue<Last> counter) {
    try {
      for (Token token = mailbox.take(); token != STOP; token = mailbox.take()) {
        if (token.left == 0) {
          counter.put(new Last(token.number, number, token.acc));
          continue;
        }
        long acc = witness ? (token.acc * 31 + number) % MODULUS : 0;
        neighbour.put(new Token(token.number, token.left - 1, acc));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("a worker is never interrupted", e);
    }
  }

  private int startOf(long token) {
    return (int) Math.max(1, (2 * token * workers + tokens) / (2L * tokens));
  }

  private String report(List<Last> ended) {
    String ends = "\"ends\":" + ended.stream().map(Last::worker).toList();
    String accs = witness ? ",\"witness\":" + ended.stream().map(Last::acc).toList() : "";
    return "{" + ends + accs + "}";
  }
}
