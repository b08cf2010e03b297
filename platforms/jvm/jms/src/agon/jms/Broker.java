package agon.jms;

import java.io.IOException;
import javax.jms.Connection;
import javax.jms.JMSException;

/** A broker in this process, which serves no other process. */
public interface Broker extends AutoCloseable {

  /** A new connection over the transport that was asked for, not yet started. */
  Connection connect() throws JMSException;

  @Override
  void close() throws IOException;
}
