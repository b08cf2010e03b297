!drive.

+!drive
   <- .wait(.count(seen(0)[source(_)], 2));
      .send(subject, achieve, set(1)); .wait(.count(seen(1)[source(_)], 2));
      .send(subject, achieve, set(2)); .wait(left & seen(2));
      .send(subject, achieve, set(3)); .wait(seen(3)); .wait(50); .stopMAS.
