package kilim;

/** What a light thread keeps while it pauses; nothing here does. */
public final class Fiber {}
