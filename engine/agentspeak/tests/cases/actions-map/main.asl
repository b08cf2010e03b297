!start.

+!start
  <- for (.member(Case, [
    create, create_bound, put, put_creates, put_kinds, put_in_atom, get, get_absent,
    get_default, get_check, get_check_fails, get_default_check_fails, key, key_fails, value,
    value_fails, key_loop, key_pattern, remove, remove_absent, remove_check_fails, copy, clear,
    length, shared
     ])) { !check(Case) };
     .stopMAS.

+!check(create) <- .map.create(M); .print(M).
+!check(create_bound) <- .map.create(a).
+!check(put)
  <- .map.create(M); .map.put(M, b, 1); .map.put(M, a, "x"); .map.put(M, b, 2); .print(M).
+!check(put_creates) <- .map.put(M, k, v); .print(M).
+!check(put_kinds)
  <- .map.create(M); for (.member(T, [q(1), "s", 3, [b], a, ~a, -1])) { .map.put(M, T, T) }; .print(M).
+!check(put_in_atom) <- .map.put(a, k, v).
+!check(get) <- .map.create(M); .map.put(M, k, v); .map.get(M, k, X); .print(X).
+!check(get_absent) <- .map.create(M); .map.get(M, k, X).
+!check(get_default)
  <- .map.create(M); .map.get(M, k, X, none); .print(X); .map.put(M, k, v); .map.get(M, k, Y, none); .print(Y).
+!check(get_check) <- .map.create(M); .map.put(M, k, v); .map.get(M, k, v); .print(yes).
+!check(get_check_fails) <- .map.create(M); .map.put(M, k, v); .map.get(M, k, w).
+!check(get_default_check_fails) <- .map.create(M); .map.get(M, k, a, b).
+!check(key)
  <- .map.create(M); .map.put(M, b, 1); .map.put(M, a, 2); .findall(K, .map.key(M, K), L); .print(L); .map.key(M, b); .print(has_b).
+!check(key_fails) <- .map.create(M); .map.key(M, z).
+!check(value)
  <- .map.create(M); .map.put(M, b, 1); .map.put(M, a, 2); .map.put(M, c, 1); .findall(V, .map.value(M, V), L); .print(L); .map.value(M, 2); .print(has_2).
+!check(value_fails) <- .map.create(M); .map.value(M, z).
+!check(key_loop)
  <- .map.create(M); .map.put(M, b, 1); .map.put(M, a, 2); for (.map.key(M, K)) { .map.get(M, K, V); .print(K, "=", V) }.
+!check(key_pattern)
  <- .map.create(M); .map.put(M, p(2), 1); .map.put(M, p(1), 2); .findall(X, .map.key(M, p(X)), L); .print(L).
+!check(remove) <- .map.create(M); .map.put(M, k, v); .map.remove(M, k, X); .print(X, M).
+!check(remove_absent) <- .map.create(M); .map.remove(M, k, X).
+!check(remove_check_fails) <- .map.create(M); .map.put(M, k, v); .map.remove(M, k, w).
+!check(copy)
  <- .map.create(M); .map.put(M, k, v); .map.copy(M, N); .map.put(M, k, w); .print(M, N).
+!check(clear) <- .map.create(M); .map.put(M, k, v); .map.clear(M); .print(M); .empty(M).
+!check(length) <- .map.create(M); .map.put(M, k, v); .map.put(M, l, v); .length(M, N); .print(N).
+!check(shared)
  <- .map.create(M); N = M; .map.put(N, k, v); .print(M); +holds(M); ?holds(O); .map.put(O, l, w); .print(M); -holds(_).

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
