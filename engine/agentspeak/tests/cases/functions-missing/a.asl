{ register_function("my.function") }
!start.
+!start <- .print(ok); .stopMAS.
