package agon.bridge;

import jason.JasonException;
import jason.ReceiverNotFoundException;
import jason.asSemantics.ActionExec;
import jason.asSemantics.Message;
import jason.asSyntax.Atom;
import jason.asSyntax.Literal;
import jason.infra.local.LocalAgArch;
import jason.runtime.RuntimeServices;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Where an agent lives, as its class and its internal actions see it: in the engine. */
final class Body extends LocalAgArch {
  private static final long serialVersionUID = 1;

  private final String name;

  Body(String name) throws JasonException {
    this.name = name;
    setAgName(name);
  }

  @Override
  public String getAgName() {
    return name;
  }

  @Override
  public boolean isRunning() {
    return true;
  }

  @Override
  public RuntimeServices getRuntimeServices() {
    return Bridge.services();
  }

  @Override
  public int getCycleNumber() {
    return ((Events) getTS().getC()).counts()[Counts.CYCLES];
  }

  @Override
  public void sendMsg(Message message) throws ReceiverNotFoundException {
    String sender = message.getSender() == null ? name : message.getSender();
    String receiver = message.getReceiver();
    boolean sent;
    try {
      sent = Mail.write(new Ask(name, Ask.SEND), message, sender, receiver).holds();
    } catch (RuntimeException wrong) {
      throw wrong;
    } catch (Exception wrong) {
      throw new IllegalArgumentException(wrong);
    }
    if (!sent) {
      throw new ReceiverNotFoundException(
          "Receiver '" + receiver + "' does not exist! Could not send " + message, receiver);
    }
  }

  @Override
  public void receiveMsg(Message message) {
    getTS().getC().addMsg(message);
  }

  @Override
  public Collection<Message> getMBox() {
    return getTS().getC().getMailBox();
  }

  /** Messages come by themselves. */
  @Override
  public void checkMail() {}

  @Override
  public Collection<Literal> perceive() {
    if (Bridge.stage() != null) {
      return Bridge.stage().percepts(name);
    }
    Reader reader = new Ask(name, Ask.SIGHT).answer();
    return reader.flag() ? reader.literals() : null;
  }

  @Override
  public void act(ActionExec action) {
    if (Bridge.stage() != null) {
      Bridge.stage().act(name, action);
      return;
    }
    action.setResult(false);
    action.setFailureReason(new Atom("no_environment"), "no environment configured!");
    actionExecuted(action);
  }

  @Override
  public boolean canSleep() {
    return true;
  }

  /** An agent with something to do wakes by itself. */
  @Override
  public void wake() {}

  @Override
  public void stopAg() {
    new Ask(Ask.ANYBODY, Ask.KILL).text(name).answer();
  }

  @Override
  public Map<String, Object> getStatus() {
    return new HashMap<>();
  }
}
