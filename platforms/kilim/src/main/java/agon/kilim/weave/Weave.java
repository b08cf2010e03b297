package agon.kilim.weave;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kilim.tools.Weaver;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;

/**
 * Part of the build: weaves the classes below a folder in place.
 *
 * <p>Kilim's weaver refuses whatever calls a record, a kind of class that came after it. So records
 * first lose the list of their components, which only reflection would miss.
 */
public final class Weave {
  private Weave() {}

  public static void main(String[] args) throws IOException {
    String folder = args[0];
    for (Path path : classes(Path.of(folder))) {
      Files.write(path, withoutComponents(Files.readAllBytes(path)));
    }
    Weaver.main(new String[] {"-q", "-d", folder, folder});
  }

  private static List<Path> classes(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(path -> path.toString().endsWith(".class")).toList();
    }
  }

  private static byte[] withoutComponents(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public RecordComponentVisitor visitRecordComponent(
              String name, String descriptor, String signature) {
            return null;
          }
        },
        0);
    return writer.toByteArray();
  }
}
