@what[z] +!what <- .print(what).
