!start.

+!start
   <- .namespace_set_prop(family, uri, "http://x"); .namespace_set_prop(family, b, 10); .namespace_set_prop(family, b, 20);
      for (.range(N, 1, 13)) { !case(N) }; .stopMAS.
+!case(1) <- .namespace_get_prop(family, uri, X); .print("one ", X).
+!case(2) <- .namespace_get_prop(family, none, X); .print("two ", X).
+!case(3) <- .namespace_get_prop(family, none, X, 5); .print("three ", X).
+!case(4) <- .setof(K, .namespace_get_prop(family, K), Keys); .print("four ", Keys).
+!case(5) <- .setof(k(K, V), .namespace_get_prop(family, K, V), All); .print("five ", All).
+!case(6) <- .namespace_get_prop("family", K, V); .print("six ", K, V).
+!case(7) <- .namespace_set_prop(family, k); .print("seven").
+!case(8) : .namespace(family) <- .print("eight").
+!case(9) <- .namespace_get_prop(other, K, V); .print("nine ", K, V).
+!case(10) <- .namespace_get_prop(family, b, 10); .print("ten").
+!case(11) <- .setof(K, .namespace_get_prop(family, K, 20), Keys); .print("eleven ", Keys).
+!case(12) <- .namespace_get_prop(family, none); .print("twelve").
+!case(13) <- .namespace_set_prop(x, k, f(Y)); .namespace_get_prop(x, k, f(Z)); .print("thirteen ", Z == 1).
-!case(N)[error(E), error_msg(M)] <- .print("failed ", N, " ", E, " ", M).
