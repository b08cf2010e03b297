!start.

+!start <- for (.range(N, 1, 9)) { !case(N) }; .stopMAS.
+!case(1) <- a[|T] = a; .print("one ", T).
+!case(2) <- f(a[|T]) = f(a); .print("two ", T).
+!case(3) <- a[x|T] = a; .print("three ", T).
+!case(4) <- a[x|T] = a[x]; .print("four ", T).
+!case(5) <- +q(f(1)); ?q(f(1)[|T]); .print("five ", T).
+!case(6) <- q(1)[|T] = q(1)[y]; .print("six ", T).
+!case(7) <- [|T] = []; .print("seven ", T).
+!case(8) <- [] = [|T]; .print("eight ", T).
+!case(9) <- [|T] = [a, b]; .print("nine ", T).
-!case(N)[error(E)] <- .print("failed ", N, " ", E).
