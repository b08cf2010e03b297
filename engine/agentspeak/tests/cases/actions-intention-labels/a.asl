// The plans of an intention say where they were written.
!start.

@first[k]
+!start
  <- .print(begin);
     !look;
     +{@added[z] +!extra <- !look}; !extra;
     .add_plan("@text +!text <- !look."); !text;
     .add_plan({+!unlabelled <- !look}); !unlabelled;
     !own.
+!look : true
  <- .intention(_, _, S, current); for (.member(im(Label, T, Body, _), S)) { !label(Label) }.
@own +!own
  : true
  <- .print(own);
     !inner.
@inner
+!inner <-
     .intention(_, _, S, current); for (.member(im(Label, T, Body, _), S)) { !label(Label) };
     .stopMAS.
+!label(L) <- .print(L).
