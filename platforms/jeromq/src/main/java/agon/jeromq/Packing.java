package agon.jeromq;

import agon.msgpack.MsgPackString;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.zeromq.ZMQ;

/** A string as the bytes of a frame; for one thread. */
interface Packing {
  byte[] pack(String text);

  String unpack(byte[] frame);

  /** MsgPack's, or the variant's native one. */
  static Packing of(boolean msgPack, String variant) {
    boolean block = variant.equals(Link.MYBLOCK);
    Packing own = block || variant.equals(JavaObject.VARIANT) ? new JavaObject() : new Characters();
    Packing packing = msgPack ? new MsgPack() : own;
    return block ? new Block(packing) : packing;
  }

  /** The string's own characters, as JeroMQ itself sends one. */
  final class Characters implements Packing {
    @Override
    public byte[] pack(String text) {
      return text.getBytes(ZMQ.CHARSET);
    }

    @Override
    public String unpack(byte[] frame) {
      return new String(frame, ZMQ.CHARSET);
    }
  }

  /** A serialised object, each in a stream of its own: a frame can be read without those before. */
  final class JavaObject implements Packing {
    static final String VARIANT = "objects";

    @Override
    public byte[] pack(String text) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
        objects.writeObject(text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }

    @Override
    public String unpack(byte[] frame) {
      try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(frame))) {
        return (String) objects.readObject();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** One string of MsgPack's. */
  final class MsgPack implements Packing {
    private final MsgPackString packing = new MsgPackString();

    @Override
    public byte[] pack(String text) {
      return packing.pack(text);
    }

    @Override
    public String unpack(byte[] frame) {
      return packing.unpack(frame);
    }
  }

  /** What stands before a string in a frame of MyBlock: the topic's key, and a type as MsgPack. */
  final class Block implements Packing {
    private static final byte STRING = 1;
    private static final int BEFORE = Link.Topic.KEY.length + 1;

    private final Packing packing;

    Block(Packing packing) {
      this.packing = packing;
    }

    @Override
    public byte[] pack(String text) {
      byte[] string = packing.pack(text);
      byte[] frame = Arrays.copyOf(Link.Topic.KEY, BEFORE + string.length);
      frame[BEFORE - 1] = STRING;
      System.arraycopy(string, 0, frame, BEFORE, string.length);
      return frame;
    }

    @Override
    public String unpack(byte[] frame) {
      if (frame[BEFORE - 1] != STRING) {
        throw new IllegalStateException("what was received is of an unknown type");
      }
      return packing.unpack(Arrays.copyOfRange(frame, BEFORE, frame.length));
    }
  }
}
