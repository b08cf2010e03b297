package agon.msgpack;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.core.buffer.ArrayBufferInput;

/** Packs and unpacks one string at a time; for one thread. */
public final class MsgPackString {
  private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
  private final ArrayBufferInput input = new ArrayBufferInput(new byte[0]);
  private final MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(input);

  public byte[] pack(String text) {
    try {
      packer.clear();
      packer.packString(text);
      return packer.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String unpack(byte[] packed) {
    try {
      input.reset(packed);
      unpacker.reset(input);
      return unpacker.unpackString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
