{ include("two.asl") }

+!one <- .fail.
