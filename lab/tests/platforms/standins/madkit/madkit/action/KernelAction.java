package madkit.action;

/** What a kernel can be asked to do. */
public enum KernelAction {
  LAUNCH_AGENT,
  EXIT
}
