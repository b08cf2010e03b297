// What is seen of a goal is what was known of it when its plan was chosen, whoever looks, and whenever.
!run.

+!run
  <- !late(X); .print("late: ", X);
     !part(P); .print("part: ", P);
     !list([1, 2, 3], L, _); .print("list: ", L);
     !same(S, S, 4); .print("same: ", S);
     !constant(C, D); .print("constant: ", C, " ", D);
     !one(f(Y), Z); .print("one: ", Y, " ", Z);
     !deep(3, N); .print("deep: ", N);
     !nobody(1, W);
     !told(7, V); .print("told: ", V); .stopMAS.

// Bound after it was chosen.
+!late(X) <- X = 5; .intend(late(Y)); .print("intended: ", Y); .fail.
-!late(X)[error(E)] <- .print("failed: ", X, " ", E); X = 6.

// Bound to a part of what is known later.
+!part([A | R]) <- A = 1; R = [2]; .findall(G, .intend(part(G)), All); .print("parts: ", All).

+!list([], [], _).
+!list([H | T], [H | R], U) : H < 3 <- !list(T, R, U).
+!list([H | T], R, U) <- .findall(l(A, B), .intend(list(A, B, _)), All); .print("lists: ", All); R = [H | Q]; !list(T, Q, U).

+!same(A, B, N) : N > 3 <- A = N; .findall(s(Q, R), .intend(same(Q, R, _)), All); .print("sames: ", All).

+!constant(a, D) <- .findall(c(Q, R), .intend(constant(Q, R)), All); .print("constants: ", All); D = b; .findall(R, .desire(constant(_, R)), Now); .print("constant now: ", Now).

+!one(F, Z) : F = f(2) <- .findall(o(Q, R), .intend(one(Q, R)), All); .print("ones: ", All); Z = F.

+!deep(0, 0) <- .findall(D, .intend(deep(D, _)), All); .print("deeps: ", All).
+!deep(N, M) <- !deep(N - 1, K); M = K + 1.

// No plan is applicable, and the failure says which goal that was.
+!nobody(N, W) : N > 3 <- W = N.
-!nobody(N, W)[error(E)] <- .print("nobody: ", N, " ", W, " ", E).

// From whom it is.
+!told(N, V)[source(S)] <- .print("source: ", S); V = N.
