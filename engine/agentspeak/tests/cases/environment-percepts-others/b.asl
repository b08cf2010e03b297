+!tell <- .wait(day); .wait(50); .findall(x, mine, L); .send(a, tell, heard(L)).
+day <- .print(day).
+mine <- .print(never).
