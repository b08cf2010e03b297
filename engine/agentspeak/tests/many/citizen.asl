// Remembers who has greeted, and greets back.

+!greeting[source(Who)] <-
    +met(Who);
    .send(Who, achieve, greeting_back).
