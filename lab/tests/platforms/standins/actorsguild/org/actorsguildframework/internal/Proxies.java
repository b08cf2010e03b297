package org.actorsguildframework.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.actorsguildframework.annotations.Message;

/**
 * Makes, for each class of actors, the one that queues the calls: with the compiler, where the
 * framework uses ASM.
 */
public final class Proxies {
  private static final Map<Class<?>, Class<?>> MADE = new ConcurrentHashMap<>();

  private Proxies() {}

  public static Class<?> of(Class<?> actor) {
    return MADE.computeIfAbsent(actor, Proxies::make);
  }

  private static Class<?> make(Class<?> actor) {
    if (!Modifier.isPublic(actor.getModifiers()) || Modifier.isFinal(actor.getModifiers())) {
      throw new IllegalArgumentException(actor + " is not public and open");
    }
    String name = actor.getSimpleName() + "__Proxy";
    StringBuilder text = new StringBuilder("package " + actor.getPackageName() + ";\n");
    text.append("public final class " + name + " extends " + actor.getName());
    text.append(" implements " + ActorProxy.class.getName() + " {\n");
    for (Method method : actor.getDeclaredMethods()) {
      if (method.isAnnotationPresent(Message.class)) {
        text.append(queued(method));
      }
    }
    byte[] bytes = compile(actor.getPackageName() + "." + name, text.append("}\n").toString());
    try {
      return MethodHandles.privateLookupIn(actor, MethodHandles.lookup()).defineClass(bytes);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String queued(Method method) {
    Class<?>[] types = method.getParameterTypes();
    String typed =
        IntStream.range(0, types.length)
            .mapToObj(i -> "final " + types[i].getCanonicalName() + " p" + i)
            .collect(Collectors.joining(", "));
    String plain =
        IntStream.range(0, types.length).mapToObj(i -> "p" + i).collect(Collectors.joining(", "));
    return "  public %s %s(%s) { enqueue(() -> super.%s(%s)); return null; }%n"
        .formatted(
            method.getReturnType().getName(), method.getName(), typed, method.getName(), plain);
  }

  private static byte[] compile(String name, String text) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("string:///" + name.replace('.', '/') + ".java"),
            JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    JavaFileManager files =
        new ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, null, null)) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("bytes:///" + name), kind) {
              @Override
              public OutputStream openOutputStream() throws IOException {
                return bytes;
              }
            };
          }
        };
    List<String> options =
        List.of("-classpath", System.getProperty("java.class.path"), "-Xlint:none");
    if (!compiler.getTask(null, files, null, options, null, List.of(source)).call()) {
      throw new IllegalStateException("cannot make a class for " + name);
    }
    return bytes.toByteArray();
  }
}
