package agon.jeromq;

import agon.msgpack.MsgPackString;
import org.zeromq.ZMQ;

/** A string as the bytes of a frame; for one thread. */
interface Packing {
  byte[] pack(String text);

  String unpack(byte[] frame);

  static Packing of(boolean msgPack) {
    return msgPack ? new MsgPack() : new Characters();
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
