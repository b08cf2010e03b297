package agon.jade;

import agon.workload.Throughput;
import java.io.File;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * JADE and the program's agents once more, with static fields of their own, as in another process:
 * containers that share them hand each other their messages and leave the network out.
 */
final class SecondJade extends URLClassLoader {
  private static final String AGENTS = SecondJade.class.getPackageName() + ".";

  SecondJade() {
    super(classPath(), SecondJade.class.getClassLoader());
  }

  /** Receivers in a container of the second JADE, which joins the first's at that port. */
  static ReceivingEnd receivers(Throughput parameters, int mainPort) throws Exception {
    try {
      return (ReceivingEnd)
          new SecondJade()
              .loadClass(Receivers.class.getName())
              .getConstructor(Throughput.class, int.class)
              .newInstance(parameters, mainPort);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("the second JADE did not start", e.getCause());
    }
  }

  private static URL[] classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(SecondJade::url)
        .toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!isOwn(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  private static boolean isOwn(String name) {
    return name.startsWith("jade.")
        || name.startsWith(AGENTS) && !name.equals(ReceivingEnd.class.getName());
  }
}
