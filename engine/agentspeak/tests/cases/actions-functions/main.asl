micro(V, R) :- R = math.round(V * 1000000).
b(1).
b(2).

!start.

+!start
  <- for (.member(Case, [
    abs, round, floor_ceil, sqrt, min_max, min_max_mixed, max_of_negatives, min_of_empty, sum,
    average, mean, mean_of_empty, median, median_of_empty, median_mixed, std_dev, pi_e,
    trigonometry, trigonometry_zero, trigonometry_outside, log, random, random_term,
    system_time, length, length_set, count, count_bound, nested, in_terms, in_context, in_goal,
    in_belief, unbound, unbound_compared, wrong_kind, wrong_kind_printed, wrong_kind_computed,
    wrong_sum, wrong_length, wrong_max
     ])) { !check(Case) };
     .stopMAS.

+!check(abs) <- X = math.abs(-3); Y = math.abs(2.5); .print(X, " ", Y).
+!check(round)
  <- A = math.round(2.5); B = math.round(-2.5); C = math.round(2.4); D = math.round(-2.6); .print([A,B,C,D]).
+!check(floor_ceil)
  <- A = math.floor(2.7); B = math.floor(-2.2); C = math.ceil(2.2); D = math.ceil(-2.7); .print([A,B,C,D]).
+!check(sqrt) <- A = math.sqrt(16); B = math.sqrt(2); C = math.sqrt(-1); .print([A,B,C]).
+!check(min_max)
  <- A = math.min(3,2); B = math.max(3,2); C = math.min([3,1,2]); D = math.max([3,1,2]); .print([A,B,C,D]).
+!check(min_max_mixed) <- A = math.min([3,a,"s",2]); B = math.max([x,1]); .print([A,B]).
+!check(max_of_negatives)
  <- A = math.max([-3,-1]); if (A < 0) { .print(A) } else { .print("not below zero") }; B = math.max(-3,-1); .print(B).
+!check(min_of_empty)
  <- A = math.min([]); B = math.max([]); .print(A > 1000000); if (A > 1000000) { .print(large) }; if (B > 0 & B < 0.001) { .print(tiny) }.
+!check(sum)
  <- A = math.sum([1,2,3.5]); B = math.sum([]); C = math.sum([1,x,"2",3]); .print([A,B,C]).
+!check(average)
  <- A = math.average([1,2,3,4]); B = math.average([]); C = math.average([1,x,3]); .print([A,B,C]).
+!check(mean) <- A = math.mean([1,2,3,4]); B = math.mean([1,x,3]); .print([A,B]).
+!check(mean_of_empty) <- A = math.mean([]); .print(A).
+!check(median)
  <- A = math.median([3,1,2]); B = math.median([4,1,3,2]); C = math.median([7]); .print([A,B,C]).
+!check(median_of_empty) <- A = math.median([]); .print(A).
+!check(median_mixed) <- A = math.median([1,x,3]); .print(A).
+!check(std_dev)
  <- A = math.std_dev([2,4,4,4,5,5,7,9]); ?micro(A, R); B = math.std_dev([1,x,3]); ?micro(B, S); C = math.std_dev([1]); D = math.std_dev([]); .print([R,S,C,D]).
+!check(pi_e)
  <- ?micro(math.pi, A); ?micro(math.e, B); .print([A,B]); .print(math.pi, " ", math.e).
+!check(trigonometry)
  <- ?micro(math.sin(1), A); ?micro(math.cos(1), B); ?micro(math.tan(1), C); ?micro(math.asin(0.5), D); ?micro(math.acos(0.5), E); ?micro(math.atan(1), F); .print([A,B,C,D,E,F]).
+!check(trigonometry_zero)
  <- A = math.sin(0); B = math.cos(0); C = math.tan(0); D = math.asin(0); E = math.acos(1); F = math.atan(0); .print([A,B,C,D,E,F]).
+!check(trigonometry_outside) <- A = math.asin(2); B = math.acos(-2); .print([A,B]).
+!check(log)
  <- ?micro(math.log(2), A); B = math.log(1); C = math.log(0); D = math.log(-1); .print([A,B,C,D]).
+!check(random)
  <- A = math.random; B = math.random(10); if (A >= 0 & A < 1 & B >= 0 & B < 10) { .print(inside) }.
+!check(random_term) <- A = math.random(0); .print(A).
+!check(system_time)
  <- A = system.time; if (A > 1600000000000 & A == math.floor(A)) { .print(milliseconds) }.
+!check(length) <- A = .length([a,b]); B = .length("abc"); C = .length([]) + 1; .print([A,B,C]).
+!check(length_set) <- .set.create(S); .set.add(S, a); A = .length(S); .print(A).
+!check(count)
  <- A = .count(b(_)); B = .count(b(X) & X > 1); C = .count(nothing); .print([A,B,C]).
+!check(count_bound) <- X = 1; A = .count(b(X)); .print(A).
+!check(nested) <- A = math.max(math.abs(-5), math.sqrt(9) + 1); .print(A).
+!check(in_terms) <- .print(p(math.abs(-1), [math.max(1,2)])); X = q(math.sum([1,2])); .print(X).
+!check(in_context) : math.max(1,2) == 2 & math.abs(-1) < 2 <- .print(yes).
+!check(in_goal) <- !show(math.floor(1.5) + 1).
+!check(in_belief) <- +v(math.abs(-7)); ?v(X); .print(X).
+!check(unbound) <- X = math.abs(Y); .print("not evaluated"); Y = -2; Z = X + 1; .print(Z).
+!check(unbound_compared) <- if (math.abs(Y) > 1) { .print(yes) } else { .print(no) }.
+!check(wrong_kind) <- A = math.abs(a); .print("goes on").
+!check(wrong_kind_printed) <- .print(math.abs(a)).
+!check(wrong_kind_computed) <- A = math.abs(a) + 1; .print("goes on").
+!check(wrong_sum) <- A = math.sum(3); .print("goes on").
+!check(wrong_length) <- A = .length(3); .print("goes on").
+!check(wrong_max) <- A = math.max(a, 1); .print("goes on").

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").

+!show(X) <- .print(X).
