b(1). b(2).
r(X) :- b(X) & not (X == 1).
!start.
+!start
  <- for (.member(C, [p1,p2,p3,p4,p5,p6,p7,p8,p9,p10,p11,p12,p13,q1,q2,q3,q4,q5,a1,a2,a3,a4,a5,d1,d2,d3,m1,m2,m3,m4,m5,l1,s1,s2,s3,s4,s5,s6,t1,t2,t3,t4,u2,u3,u4,v1,v2,v3,v4,w1,w2,w3,w4,w5,x1,x2,x3,x4,y1,y2,y3,y4,y5])) { !c(C) }; .stopMAS.
-!c(C)[error(E), error_msg(M)] <- .print(C, ": ", E, " ", M).
-!c(C) <- .print(C, ": failed").
+!c(p1) <- .printf("%5.1f|%-8s|%08.3f|%+d", 2.25, abc, -3.14159, 2).
+!c(p2) <- .printf("%5.1f|%-8s|%08.3f|%+.2f|% .1f", 2.25, abc, -3.14159, 2, 7).
+!c(p3) <- .printf("%.2f %.2f %.1f %.0f %.0f %.3f", 1.005, 0.125, 0.25, 0.5, 1.5, 2.0005).
+!c(p4) <- .printf("%e %.2e %E", 12345.678, 0.00012345, 1).
+!c(p5) <- .printf("%s %s %s %s", 1e10, 12345678, 0.0001, 100).
+!c(p6) <- .printf("%s %s", [1.5, 0.1, 100000, 1e10, -3, 300], [a,"b",[c]]).
+!c(p7) <- .printf("%2$s %1$s %s", a, b).
+!c(p8) <- .printf("%b %b %b %S %.2s|%5.1s|", true, false, x, abc, hello, yes).
+!c(p9) <- .printf("%,.2f %(.1f %,d", 1234567.891, -2.5, 3).
+!c(p10) <- .printf("%,.2f %(.1f", 1234567.891, -2.5).
+!c(p11) <- .printf("%c", a).
+!c(p12) <- .printf("%s %s %s", true, p(X), 'Q a').
+!c(p13) <- .printf("%10.2e|%5%|%-5%|", 1234.5).
+!c(q1) <- X = p(1); .puts("#{X} #{Y} #{12} #{a_b} #{X1} $1 \\ #{").
+!c(q2) <- .puts("a", b).
+!c(q3) <- .puts("a", 3).
+!c(q4) <- .puts("#{X}", X); .print(X).
+!c(q5) <- .puts("a", "b", "c").
+!c(a1) <- .at("now + 5 s", {+!x}); .print(ok).
+!c(a2) <- .at(" now +5", {+!x}); .print(ok).
+!c(a3) <- .at("now +5.5", {+!x}); .print(ok).
+!c(a4) <- .at("now -5", {+!x}); .print(ok).
+!c(a5) <- .at("nowhere", {+!x}); .print(ok).
+!c(d1) <- .drop_desire; .print(ok).
+!c(d2) <- .drop_event; .print(ok).
+!c(d3) <- .drop_future_intention(X); .print(ok).
+!c(m1) <- .map.get(M, k, V); .print(M).
+!c(m2) <- .map.get(M, k, V, d); .print(M, V).
+!c(m3) <- .map.put(M, k); .print(M).
+!c(m4) <- .map.create(M); .map.put(M, k, v, w); .print(M).
+!c(m5) <- .map.key(M, K); .print(M).
+!c(l1) <- .log("x"); .print(ok).
+!c(s1) <- .set.create(S, T); .print(S, T).
+!c(s2) <- .queue.create(Q, a, b); .print(Q).
+!c(s3) <- .set.to_list(S, L); .print(S, L).
+!c(s4) <- .set_random_seed; .print(ok).
+!c(s5) <- .set_random_seed(1, 2); .print(ok).
+!c(s6) <- .verbose; .print(ok).
+!c(t1) <- .term2string(X, Y); .print(X, Y).
+!c(t2) <- .term2string(X, "p(Y, Z)"); .print(X).
+!c(t3) <- .substring("", ""); .print(ok).
+!c(t4) <- .substring(X, "abc", 1, x); .print(X).
+!c(u2) <- .random; .print(ok).
+!c(u3) <- .random(X, 1, 2); .print(ok).
+!c(u4) <- .random([a,b]); .print(ok).
+!c(v1) <- .remove_source_annot(a[source(x)]); .print(ok).
+!c(v2) <- .remove_source_annot(a[source(x)], R, S); .print(R).
+!c(v3) <- .add_annot([a,b], x, L); .print(L).
+!c(v4) <- .add_annot([a,b], x, [a[x],b[x,y]]); .print(ok).
+!c(w1) <- .print_unifier(a).
+!c(w2) <- .printf; .print(ok).
+!c(w3) <- .concat; .print(ok).
+!c(w4) <- .concat(X); .print(X).
+!c(w5) <- .log; .print(ok).
+!c(x1) <- .nth(X + Y, [a], Z + X).
+!c(x2) <- .print(X + 1, " ", p(X + 1)).
+!c(x3) <- Z = Y; .nth(Z + 1, [a], b).
+!c(x4) <- .wait(X + 1).
+!c(y1) <- .assertz({ rz(X) :- b(X) & X > 1 }); .asserta({ rz(9) :- true }); .findall(X, rz(X), L); .print(L).
+!c(y2) <- .asserta(k(1)[source(bob)]); .assertz(k(2)[source(bob)]); .assertz(k(3)); .findall(X-S, k(X)[source(S)], L); .count(k(_), N); .print(N).
+!c(y3) <- .belief(rz(Y)); .print(Y).
+!c(y4) <- .get_src_info(a, R); .print(R).
+!c(y5) <- T = p(1,
   q(2)); .get_src_info(T, R); .print(R); T = p(_, Q); .get_src_info(Q, S); .print(S).
+rz(X) <- .print("event ", X).
