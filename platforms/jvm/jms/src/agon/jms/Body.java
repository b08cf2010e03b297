package agon.jms;

import agon.msgpack.MsgPackString;
import javax.jms.BytesMessage;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Session;
import javax.jms.TextMessage;

/** A string as the body of a message. One object serves one end. */
public interface Body {
  Message message(Session session, String text) throws JMSException;

  String text(Message message) throws JMSException;

  /** A bytes message with MsgPack's string, or a text message. */
  static Body of(boolean msgPack) {
    return msgPack ? new MsgPack() : new Text();
  }

  /** JMS's own. */
  final class Text implements Body {
    @Override
    public Message message(Session session, String text) throws JMSException {
      return session.createTextMessage(text);
    }

    @Override
    public String text(Message message) throws JMSException {
      return ((TextMessage) message).getText();
    }
  }

  /** MsgPack's. */
  final class MsgPack implements Body {
    private final MsgPackString packing = new MsgPackString();

    @Override
    public Message message(Session session, String text) throws JMSException {
      BytesMessage message = session.createBytesMessage();
      message.writeBytes(packing.pack(text));
      return message;
    }

    @Override
    public String text(Message message) throws JMSException {
      BytesMessage bytes = (BytesMessage) message;
      byte[] packed = new byte[(int) bytes.getBodyLength()];
      bytes.readBytes(packed);
      return packing.unpack(packed);
    }
  }
}
