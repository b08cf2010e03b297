// Greets everybody, and counts who greets back.

greeted(0).

!begin.

+!begin <-
    .all_names(Everybody);
    .length(Everybody, All);
    +others(All - 1);
    .broadcast(achieve, greeting).

+!greeting_back : greeted(Before) & others(All) & Before + 1 == All <-
    -+greeted(All);
    .print(All, " have greeted back").
+!greeting_back : greeted(Before) <-
    -+greeted(Before + 1).
