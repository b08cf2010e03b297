{ include("shared.asl") }
+!end <- !hello(two); .stopMAS.
