/* Heats the room until it is warm enough. */

// A percept: the environment says how warm it is.
warm(Degrees) :- temperature(Degrees) & Degrees >= 20.

!comfort.

// my.fahrenheit is an internal action: src/java/my/fahrenheit.java.
+!comfort : warm(Degrees)
   <- my.fahrenheit(Degrees, Fahrenheit);
      .print(Degrees, " degrees are enough; that is ", Fahrenheit, " Fahrenheit");
      .stopMAS.
// heat is an action in the environment.
+!comfort
   <- heat;
      !comfort.
