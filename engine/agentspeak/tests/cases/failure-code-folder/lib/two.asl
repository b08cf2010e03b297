

+!two
   <- .fail.
