package agon.jetlang;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Outcome;
import agon.harness.Workload;
import agon.workload.RoundTrips;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jetlang.channels.Channel;
import org.jetlang.channels.Publisher;
import org.jetlang.fibers.Fiber;

/** Echo-all and mass-reception: agents send requests, one at a time, to agents that reply. */
final class Echo implements Workload {
  private final RoundTrips parameters;
  private final Host host;

  static Echo echoAll(Arguments arguments) throws IOException {
    return new Echo(arguments, RoundTrips.echoAll(arguments));
  }

  static Echo massReception(Arguments arguments) throws IOException {
    return new Echo(arguments, RoundTrips.massReception(arguments));
  }

  private Echo(Arguments arguments, RoundTrips parameters) {
    this.parameters = parameters;
    host = Host.of(arguments.variant("pool", "thread"), arguments);
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    RoundTrips.Exchange exchange = parameters.new Exchange();
    try (Troupe troupe = new Troupe(host)) {
      List<Fiber> repliers = new ArrayList<>();
      List<Channel<Request>> requests = troupe.channels(parameters.repliers());
      for (int i = 0; i < parameters.repliers(); i++) {
        Fiber fiber = troupe.fiber();
        repliers.add(fiber);
        requests.get(i).subscribe(fiber, new Replier(exchange.replier(i))::onRequest);
      }
      Channel<Begin> begin = troupe.channel();
      Channel<Done> done = troupe.channel();
      for (int i = 0; i < parameters.requesters(); i++) {
        // In echo-all an agent is a requester and a replier, on one fiber.
        Fiber fiber = parameters.echoAll() ? repliers.get(i) : troupe.fiber();
        Channel<Reply> replies = troupe.channel();
        Requester requester = new Requester(exchange.requester(i), fiber, requests, replies, done);
        begin.subscribe(fiber, requester::onBegin);
        replies.subscribe(fiber, requester::onReply);
      }
      Outcome outcome = troupe.outcome();
      Fiber controller = troupe.fiber();
      done.subscribe(
          controller,
          message -> {
            if (exchange.end()) {
              outcome.end(exchange::report);
            }
          });
      Iteration iteration = troupe.perform(controller, start -> begin.publish(new Begin(start)));
      exchange.write(index);
      return iteration;
    }
  }

  @Override
  public void close() throws IOException {
    parameters.close();
    host.close();
  }

  /** The clock began at that {@code System.nanoTime}. */
  private record Begin(long nanos) {}

  private record Request(int requester, int number, Publisher<Reply> from) {}

  private record Reply(int replier, int number) {}

  private enum Done {
    INSTANCE
  }

  private record Replier(RoundTrips.Replier self) {
    void onRequest(Request request) {
      self.handle(request.requester, request.number);
      request.from.publish(new Reply(self.number(), request.number));
    }
  }

  private record Requester(
      RoundTrips.Requester self,
      Fiber fiber,
      List<Channel<Request>> repliers,
      Publisher<Reply> replies,
      Publisher<Done> controller) {

    void onBegin(Begin begin) {
      self.begin(begin.nanos);
      request();
    }

    void onReply(Reply reply) {
      if (self.add(reply.replier)) {
        controller.publish(Done.INSTANCE);
      } else {
        request();
      }
    }

    /** Sends the next request, when it is due. */
    private void request() {
      long wait = self.nanosUntilDue();
      if (wait > 0) {
        fiber.schedule(this::request, wait, TimeUnit.NANOSECONDS);
      } else {
        repliers.get(self.replier()).publish(new Request(self.number(), self.request(), replies));
      }
    }
  }
}
