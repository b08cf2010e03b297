package agon.typed;

import agon.harness.Arguments;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Map;

/** The actor systems of two nodes. */
final class RemoteHost {
  /** What a message has beside its string. */
  private static final int ENVELOPE = 32 << 10;

  private RemoteHost() {}

  /** A system whose messages have strings of that size. */
  static Host create(Arguments arguments, int size) {
    String listen = arguments.text("listen", "127.0.0.1");
    Map<String, Object> own = Map.of("agon.frame", size + ENVELOPE, "agon.listen", listen);
    Config remoting = ConfigFactory.parseResources("nodes.conf");
    return new Host(arguments, ConfigFactory.parseMap(own).withFallback(remoting));
  }
}
