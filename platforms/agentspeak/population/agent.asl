// Greets as soon as it lives, and takes leave when it is dismissed.

number(I) :-
   .my_name(Name) &
   .term2string(Name, Text) &
   .delete(0, 1, Text, Digits) &
   .term2string(I, Digits).

!greet.

+!greet <- .send(host, achieve, greeting).

+!farewell(Greetings) : number(I) <- .send(host, achieve, goodbye(I, I * 31 + Greetings)).
