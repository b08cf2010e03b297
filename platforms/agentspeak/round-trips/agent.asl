// Own number: agents are named by a letter and a number from 1, but count from 0.
own(I) :-
   .my_name(Name) &
   .term2string(Name, Text) &
   .delete(0, 1, Text, Digits) &
   .term2string(K, Digits) &
   I = K - 1.
