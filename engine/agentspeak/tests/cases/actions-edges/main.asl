rr(X) :- X > 1 & foo(X).
rr(a).
!start.
+!start <- for (.range(I, 1, 152)) { !t(I) }; .wait(20); .stopMAS.
+!t(1) <- .length(p(1,2), X); .print(X).
+!t(2) <- .length(3, X); .print(X).
+!t(3) <- .length("añ😀", X); .print(X).
+!t(4) <- .reverse("añb", X); .print(X).
+!t(5) <- .empty(""); .print(ok).
+!t(6) <- .empty(a); .print(ok).
+!t(7) <- .nth(0, "abc", X); .print(X).
+!t(8) <- .nth(-1, [a], X); .print(X).
+!t(9) <- .nth(0.9, [a], X); .print(X).
+!t(10) <- .nth(X, [a,b,a], a); .print(X).
+!t(11) <- .nth(1, [a|T], X); .print(X).
+!t(12) <- .member(X, "abc"); .print(X).
+!t(13) <- .member(a, []); .print(ok).
+!t(14) <- .member(a[x], [a]); .print(ok).
+!t(15) <- .member(a, [a[x]]); .print(ok).
+!t(16) <- .delete(a, [a,b,a[x]], L); .print(L).
+!t(17) <- .delete(X, [a,b], L); .print(L, X).
+!t(18) <- .delete(5, [a,b], L); .print(L).
+!t(19) <- .delete(-1, [a,b], L); .print(L).
+!t(20) <- .delete(1, "abc", L); .print(L).
+!t(21) <- .delete("b", "abcb", L); .print(L).
+!t(22) <- .delete(0, 2, [a,b,c], L); .print(L).
+!t(23) <- .delete(0, 2, "abc", L); .print(L).
+!t(24) <- .delete(a, b, L); .print(L).
+!t(25) <- .delete("[ab]", [a,b,c], L); .print(L).
+!t(26) <- .sort([c,b(2),a,b(1),"x",[],3,~z,z[q]], L); .print(L).
+!t(27) <- .sort([b[2],b[1],b], L); .print(L).
+!t(28) <- .min([], X); .print(X).
+!t(29) <- .max([a,"b",3], X); .print(X).
+!t(30) <- .max([f(1),f(1,1),g], X); .print(X).
+!t(31) <- .concat([a],[b|T],L); .print(L).
+!t(32) <- .concat("a",[b],c,X); .print(X).
+!t(33) <- .concat(a,[b],X); .print(X).
+!t(34) <- .concat([a],"b",X); .print(X).
+!t(35) <- .difference([a,b],[B],L); .print(L).
+!t(36) <- .union([X],[Y],L); .length(L,N); .print(N).
+!t(37) <- .intersection([a[x]],[a],L); .print(L).
+!t(38) <- .sublist([a|_],[a,b]); .print(ok).
+!t(39) <- .prefix(X, []); .print(X).
+!t(40) <- .suffix([b|T], [a,b,c]); .print(T).
+!t(41) <- .shuffle([a],X); .print(X).
+!t(42) <- .range(X,1,3,0); .print(X).
+!t(43) <- .range(2.5,1,3); .print(ok).
+!t(44) <- .range(X,3,1); .print(X).
+!t(45) <- .findall(X,.range(X,3,1,-1),L); .print(L).
+!t(46) <- .findall(X,.range(X,1,3,-1),L); .print(L).
+!t(47) <- .term2string(a[b], S); .print(S).
+!t(48) <- .term2string("x", S); .print(S).
+!t(49) <- .term2string(X, "[1,2|T]"); .print(X).
+!t(50) <- .term2string(X, "'a b'(1)"); .print(X).
+!t(51) <- .term2string(X, "{ a; b }"); .print(X).
+!t(52) <- .term2string(X, "{ +!g : c <- b }"); .print(X).
+!t(53) <- .term2string(X, "a :- b"); .print(X).
+!t(54) <- .term2string(X, ""); .print(X, "|").
+!t(55) <- .term2string(X, "1 + "); .print(X).
+!t(56) <- .term2string(X, "not a & b"); .print(X).
+!t(57) <- .term2string(3.0, "3"); .print(ok).
+!t(58) <- .lower_case(p("A"), X); .print(X).
+!t(59) <- .upper_case("straße", X); .print(X).
+!t(60) <- .replace("a.b.c", ".", "x", X); .print(X).
+!t(61) <- .replace("abc", "(b)", "[$1]", X); .print(X).
+!t(62) <- .replace("abc", "b", "$", X); .print(X).
+!t(63) <- .replace("abc", "(", "x", X); .print(X).
+!t(64) <- .replace(abc, "b", "x", X); .print(X).
+!t(65) <- .replace("aaa", "a*", "x", X); .print(X).
+!t(66) <- .substring("b", "abcb", X); .print(X).
+!t(67) <- .substring("b", "abcb", 3); .print(ok).
+!t(68) <- .substring("b", "abcb", X, Y); .print(X, Y).
+!t(69) <- .substring(X, abc, 1); .print(X).
+!t(70) <- .substring("abc", 1, X); .print(X).
+!t(71) <- .substring("", "abc", X); .print(X).
+!t(72) <- .copy_term(X, Y); .print(Y).
+!t(73) <- .copy_term([X,X], [1,Y]); .print(Y).
+!t(74) <- .add_annot(a[x], [y,z], R); .print(R).
+!t(75) <- .add_annot("s", x, R); .print(R).
+!t(76) <- .add_nested_source(a[source(b)], c, R); .print(R).
+!t(77) <- .add_nested_source([a,3], c, R); .print(R).
+!t(78) <- .remove_source_annot([a[source(b),x]], R); .print(R).
+!t(79) <- .type(X, T); .print(T).
+!t(80) <- .findall(T, .type([a], T), L); .print(L).
+!t(81) <- .findall(T, .type({a;b}, T), L); .print(L).
+!t(82) <- .findall(T, .type({+!g <- a}, T), L); .print(L).
+!t(83) <- .findall(T, .type(~a(1)[x], T), L); .print(L).
+!t(84) <- .findall(T, .type(.print(1), T), L); .print(L).
+!t(85) <- .findall(T, .type(1+2, T), L); .print(L).
+!t(86) <- .structure([]); .print(ok).
+!t(87) <- .atom([]); .print(ok).
+!t(88) <- .literal("a"); .print(ok).
+!t(89) <- .ground([X]); .print(ok).
+!t(90) <- .internal_action(.print); .print(ok).
+!t(91) <- .eval(X, true); .print(X).
+!t(92) <- .eval(X, Y = 1 & Y > 2); .print(X, Y).
+!t(93) <- .count(.member(_, [a,b]), N); .print(N).
+!t(94) <- .setof(X, .member(X, [b,a,b,a[x]]), L); .print(L).
+!t(95) <- .findall(X-Y, .member(X,[1,2]) & .member(Y,[3]), L); .print(L).
+!t(96) <- .findall(A, Z = p(A) | Z = q, L); .print(L).
+!t(97) <- X = .length([a,b]) + 1; .print(X).
+!t(98) <- X = math.max(3, 4.5) * 2; .print(X).
+!t(99) <- X = 7 mod 3 + 2 ** 3 - 9 div 2; .print(X).
+!t(100) <- X = 0.1 + 0.2; .print(X).
+!t(101) <- X = 1 / 0; .print(X).
+!t(102) <- X = -1 mod 3; .print(X).
+!t(103) <- true.
+!t(104) <- .fail(error_msg(p(1)), x(2)).
+!t(105) <- .fail(x(2), error_msg("m")).
+!t(106) <- .fail(3).
+!t(107) <- .my_name("main").
+!t(108) <- .version(X); .string(X); .print(ok).
+!t(109) <- .date(Y,M,D); .number(Y); .print(ok).
+!t(110) <- .time(H,M,S,Ms); .number(Ms); .print(ok).
+!t(111) <- .nano_time(X); .number(X); .print(ok).
+!t(112) <- .abolish(_); .print(ok).
+!t(113) <- .namespace(3).
+!t(114) <- .relevant_rules(rr(X), L); .print(L).
+!t(115) <- .relevant_rules(3, L); .print(L).
+!t(116) <- .add_plan("+!zz <- .print(zz)."); !zz.
+!t(117) <- .add_plan({ +!zy(X) <- .print(X) }, bob, begin); !zy(3).
+!t(118) <- .add_plan("garbage"); .print(ok).
+!t(119) <- .remove_plan(nothing); .print(ok).
+!t(120) <- .plan_label({ @q +!q <- a }, L); .print(L).
+!t(121) <- .send(nobody, tell, x).
+!t(122) <- .send(main, "tell", x).
+!t(123) <- .send(3, tell, x).
+!t(124) <- .send([main, nobody], tell, x(1)).
+!t(125) <- .broadcast("tell", x).
+!t(126) <- .create_agent(k, "nofile.asl").
+!t(127) <- .create_agent(k, nofile).
+!t(128) <- .kill_agent(nobody); .print(ok).
+!t(129) <- .df_search("s", L); .print(L).
+!t(130) <- .df_register(s); .df_search("s", L); .print(L).
+!t(131) <- .df_deregister(s); .df_search(s, L); .print(L).
+!t(132) <- .suspended(start, R); .print(R).
+!t(133) <- .resume(nothing); .print(ok).
+!t(134) <- .suspend(3).
+!t(135) <- .wait(x, y).
+!t(136) <- .wait({+a}, b).
+!t(137) <- true.
+!t(138) <- .signal({+sig(1)}); .print(ok).
+!t(139) <- .perceive; .print(ok).
+!t(140) <- .list_files("/nonexistent", L); .print(L).
+!t(141) <- .save_agent("/nonexistent/x"); .print(ok).
+!t(142) <- .set.create(S); .set.add(S, p(X)); .print(S).
+!t(143) <- .set.add_all(S, [b,a]); .set.to_list(S, L); .print(L).
+!t(144) <- .set.union([a], [b]).
+!t(145) <- .map.put(M, a, 1); .map.put(M, "a", 2); .map.put(M, [x], 3); .print(M).
+!t(146) <- .map.put(M, a, 1); .map.remove(M, b, V); .print(V).
+!t(147) <- .map.put(M, a, 1); .findall(K-V, .map.key(M, K) & .map.get(M, K, V), L); .print(L).
+!t(148) <- .queue.create(Q); .queue.add(Q, X); .print(Q).
+!t(149) <- .queue.create(Q, priority); .queue.add_all(Q, [3,1,2]); .print(Q); .queue.to_list(Q, L); .print(L).
+!t(150) <- Y = 5; .term2string(X, "p(Y,Z)"); .print(X).
+!t(151) <- .print(Z, " ", p(Q)); .concat("a", Q, S); .print(S).
+!t(152) <- .length(Q, L); .print(L).
-!t(I)[error(E), error_msg(M)] <- .print("failed ", I, " ", E, " ", M).
-!t(I) <- .print("failed plain ", I).
