package agon.foundry;

import agon.workload.Pipeline;
import osl.manager.ActorName;
import osl.manager.annotations.message;

/** One stage of three; the last one's next is the driver. */
public class Stage extends Member {
  private static final long serialVersionUID = 1;
  private static final int LAST = 2;

  private final int number;
  private final ActorName next;
  private final transient Pipeline.Stage work;

  public Stage(Integer number, ActorName next) {
    this.number = number;
    this.next = next;
    Pipeline.Stages stages = StringPipeline.stages;
    work =
        switch (number) {
          case 0 -> stages.download();
          case 1 -> stages.index();
          default -> stages.write();
        };
  }

  @message
  public void task(String text) {
    String made = work.make(text);
    if (number < LAST) {
      post(next, "task", made);
    }
  }

  @message
  public void stop() {
    work.end();
    if (number < LAST) {
      post(next, "stop");
    } else {
      post(next, "ended", System.nanoTime());
    }
  }
}
