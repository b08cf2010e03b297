+jag_shutting_down(T) <- .print("b too: ", T).
