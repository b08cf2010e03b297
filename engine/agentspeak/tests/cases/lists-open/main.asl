!start.
+!start <- !open([a, b, c | T], T); .delete(-2 / 4.5, [x, y], L); .print(L); .delete(1.9, [x, y, z], M); .print(M); .stopMAS.
+!open(L, T) <- .reverse(L, R); R = [X | _]; .print(X); T = [d]; .print(R).
