package agon.jeromq;

import agon.msgpack.MsgPackString;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import org.zeromq.ZMQ;

/** A string as the bytes of a frame; for one thread. */
interface Packing {
  byte[] pack(String text);

  String unpack(byte[] frame);

  /** MsgPack's, or the variant's native one. */
  static Packing of(boolean msgPack, String variant) {
    if (msgPack) {
      return new MsgPack();
    }
    return variant.equals(JavaObject.VARIANT) ? new JavaObject() : new Characters();
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
}
