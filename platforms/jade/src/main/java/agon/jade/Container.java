package agon.jade;

import jade.core.Agent;
import jade.core.Profile;
import jade.core.ProfileImpl;
import jade.core.Runtime;
import jade.wrapper.AgentContainer;
import jade.wrapper.AgentController;
import jade.wrapper.ContainerController;
import jade.wrapper.StaleProxyException;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A container, a platform's main one by default; it outlives the agents of its iterations. */
final class Container implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  static {
    // The program has its own end.
    Runtime.instance().setCloseVM(false);
  }

  private final int port;
  private final Path files =
      // Not where Java would put it by itself: it has looked that up before the program could set
      // it.
      Files.createTempDirectory(Path.of(System.getProperty("java.io.tmpdir")), "agon-jade-");
  private final AgentContainer container;

  Container() throws IOException {
    port = freePort();
    container =
        started(Runtime.instance().createMainContainer(profile(port, true, port, files)), "main");
  }

  /** One that joins the platform whose main container has that port. */
  Container(int mainPort) throws IOException {
    port = freePort();
    container =
        started(
            Runtime.instance().createAgentContainer(profile(mainPort, false, port, files)),
            "second");
  }

  private static AgentContainer started(AgentContainer container, String which) {
    if (container == null) {
      throw new IllegalStateException("JADE's " + which + " container did not start");
    }
    return container;
  }

  private static Profile profile(int mainPort, boolean main, int port, Path files) {
    Profile profile = new ProfileImpl(LOOPBACK, mainPort, "agon", main);
    profile.setParameter(Profile.LOCAL_HOST, LOOPBACK);
    profile.setParameter(Profile.LOCAL_PORT, Integer.toString(port));
    // No other process is to connect: no port but the loopback's, no transport to other platforms.
    profile.setParameter("jade_imtp_leap_JICP_JICPServer_acceptlocalhostonly", "true");
    profile.setParameter(Profile.DETECT_MAIN, "false");
    profile.setParameter(Profile.MTPS, "");
    // Neither mobility nor events, but messaging and management, which are always there.
    profile.setParameter(Profile.SERVICES, "");
    // JADE describes itself in files.
    profile.setParameter(Profile.FILE_DIR, files + File.separator);
    return profile;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
      return socket.getLocalPort();
    }
  }

  int port() {
    return port;
  }

  AgentController start(String name, Agent agent) throws StaleProxyException {
    AgentController controller = container.acceptNewAgent(name, agent);
    controller.start();
    return controller;
  }

  @Override
  public void close() throws IOException {
    try {
      passOverWait();
      container.kill();
      closePort();
    } catch (StaleProxyException e) {
      // JADE walks through its table of agents while its own are leaving it, and now and then
      // trips. There is nothing left to end but the process.
    } catch (ReflectiveOperationException e) {
      throw new IOException("JADE's container did not end", e);
    }
    try (Stream<Path> left = Files.list(files)) {
      for (Path file : left.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(files);
  }

  /** A container that is to end within three seconds of its start waits; this one looks older. */
  private void passOverWait() throws ReflectiveOperationException {
    Field implementation = ContainerController.class.getDeclaredField("myImpl");
    implementation.setAccessible(true);
    Object started = implementation.get(container);
    Field creationTime = started.getClass().getDeclaredField("creationTime");
    creationTime.setAccessible(true);
    creationTime.setLong(started, 0);
  }

  /**
   * JADE would wait for a second first. Until the port is closed a thread waits at it in the
   * operating system, and the virtual machine, which is to end now, another 300 ms for that thread.
   */
  private static void closePort() throws ReflectiveOperationException {
    Class<?> dispatchers = Class.forName("jade.imtp.leap.CommandDispatcher");
    Method only = dispatchers.getMethod("getDispatcher", String.class);
    only.setAccessible(true);
    Method shutDown = dispatchers.getDeclaredMethod("shutDown");
    shutDown.setAccessible(true);
    shutDown.invoke(only.invoke(null, (Object) null));
  }
}
