package agon.jade;

import agon.harness.Arguments;
import agon.harness.Iteration;
import agon.harness.Workload;
import agon.workload.RoundTrips;
import jade.core.AID;
import jade.core.behaviours.WakerBehaviour;
import jade.lang.acl.ACLMessage;
import java.io.IOException;

/** Echo-all and mass-reception: agents send requests, one at a time, to agents that reply. */
final class Echo implements Workload {
  private final RoundTrips parameters;
  private final Container container;

  private Echo(Arguments arguments, RoundTrips parameters) throws IOException {
    arguments.variant("default");
    this.parameters = parameters;
    container = new Container();
  }

  static Echo all(Arguments arguments) throws IOException {
    return new Echo(arguments, RoundTrips.echoAll(arguments));
  }

  static Echo mass(Arguments arguments) throws IOException {
    return new Echo(arguments, RoundTrips.massReception(arguments));
  }

  @Override
  public Iteration iterate(int index) throws Exception {
    RoundTrips.Exchange exchange = parameters.new Exchange();
    Iteration iteration =
        Run.perform(container, index, run -> new Controller(run, parameters, exchange));
    exchange.write(index);
    return iteration;
  }

  @Override
  public void close() throws IOException {
    parameters.close();
    container.close();
  }

  /** Starts the agents, makes them begin, and waits until all have their replies. */
  private static final class Controller extends Member {
    private final Run run;
    private final RoundTrips parameters;
    private final RoundTrips.Exchange exchange;
    private final AID[] requesters;
    private final AID[] repliers;
    private int ready;

    Controller(Run run, RoundTrips parameters, RoundTrips.Exchange exchange) {
      super(run);
      this.run = run;
      this.parameters = parameters;
      this.exchange = exchange;
      requesters = addresses("requester", parameters.requesters());
      repliers = parameters.echoAll() ? requesters : addresses("replier", parameters.repliers());
    }

    private AID[] addresses(String role, int count) {
      AID[] addresses = new AID[count];
      for (int i = 0; i < count; i++) {
        addresses[i] = run.address(name(role, i));
      }
      return addresses;
    }

    private static String name(String role, int i) {
      return role + "-" + i;
    }

    @Override
    void begin() {
      for (int i = 0; i < requesters.length; i++) {
        RoundTrips.Replier replier = parameters.echoAll() ? exchange.replier(i) : null;
        start(name("requester", i), exchange.requester(i), replier);
      }
      if (!parameters.echoAll()) {
        for (int i = 0; i < repliers.length; i++) {
          start(name("replier", i), null, exchange.replier(i));
        }
      }
    }

    private void start(String name, RoundTrips.Requester requester, RoundTrips.Replier replier) {
      run.start(name, new Partner(run, requester, replier, repliers, getAID()));
    }

    private int agents() {
      return requesters.length + (parameters.echoAll() ? 0 : repliers.length);
    }

    @Override
    void onMessage(ACLMessage message) {
      if (message.getPerformative() == ACLMessage.INFORM) {
        if (exchange.end()) {
          run.end(exchange::report);
        }
      } else if (++ready == agents()) {
        String start = words(run.startClock());
        for (AID requester : requesters) {
          send(requester, ACLMessage.REQUEST, start);
        }
      }
    }
  }

  /** Requests, replies, or does both: the part that it does not play is null. */
  private static final class Partner extends Member {
    private final RoundTrips.Requester requester;
    private final RoundTrips.Replier replier;
    private final AID[] repliers;
    private final AID controller;

    Partner(
        Run run,
        RoundTrips.Requester requester,
        RoundTrips.Replier replier,
        AID[] repliers,
        AID controller) {
      super(run);
      this.requester = requester;
      this.replier = replier;
      this.repliers = repliers;
      this.controller = controller;
    }

    @Override
    void begin() {
      send(controller, ACLMessage.CONFIRM);
    }

    @Override
    void onMessage(ACLMessage message) {
      long[] numbers = numbers(message);
      switch (message.getPerformative()) {
        case ACLMessage.QUERY_REF -> {
          replier.handle((int) numbers[0], (int) numbers[1]);
          send(message.getSender(), ACLMessage.INFORM, words(replier.number(), numbers[1]));
        }
        case ACLMessage.INFORM -> {
          if (requester.add((int) numbers[0])) {
            send(controller, ACLMessage.INFORM);
          } else {
            request();
          }
        }
        // The controller's word to begin.
        default -> {
          requester.begin(numbers[0]);
          request();
        }
      }
    }

    /** Sends the next request, as soon as it is due. */
    private void request() {
      long early = requester.millisUntilDue();
      if (early > 0) {
        addBehaviour(
            new WakerBehaviour(this, early) {
              @Override
              protected void onWake() {
                // JADE's clock is not the one that the request is due by.
                guard(Partner.this::request);
              }
            });
      } else {
        send(
            repliers[requester.replier()],
            ACLMessage.QUERY_REF,
            words(requester.number(), requester.request()));
      }
    }
  }
}
