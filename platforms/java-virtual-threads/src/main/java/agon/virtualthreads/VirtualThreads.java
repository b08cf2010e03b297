package agon.virtualthreads;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Java 21's way to virtual threads, for programs that an older compiler can compile too. */
final class VirtualThreads {
  private static final MethodHandle NEW_EXECUTOR = newExecutorHandle();

  private VirtualThreads() {}

  /** {@code Executors.newVirtualThreadPerTaskExecutor()}. */
  static ExecutorService newExecutor() {
    try {
      return (ExecutorService) NEW_EXECUTOR.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle newExecutorHandle() {
    try {
      return MethodHandles.publicLookup()
          .findStatic(
              Executors.class,
              "newVirtualThreadPerTaskExecutor",
              MethodType.methodType(ExecutorService.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("virtual threads need Java 21 or newer", e);
    }
  }
}
