package lab;

import jason.asSemantics.Unifier;
import jason.asSyntax.ASSyntax;
import jason.asSyntax.Term;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** {@code lab.crc(Text, Crc)}: the text's CRC-32. */
public final class crc extends LabAction {
  private static final long serialVersionUID = 1L;

  public crc() {
    super(2, 2);
  }

  @Override
  boolean execute(Run run, Unifier unifier, Term[] args) {
    CRC32 crc = new CRC32();
    crc.update(text(args[0]).getBytes(StandardCharsets.UTF_8));
    return unifier.unifies(args[1], ASSyntax.createNumber(crc.getValue()));
  }
}
