!start.

+!start
  <- for (.member(Case, [
    include, include_namespace, include_variable, include_missing, include_not_string,
    include_namespace_wrong, include_arguments, namespaces, namespace_known, namespace_unknown,
    namespace_wrong, namespace_arguments
     ])) { !check(Case) };
     .stopMAS.

+!check(include) <- .include("more.asl"); .print("included"); ?more(X); .print(X); !helped.
+!check(include_namespace)
  <- .include("more.asl", place); ?place::more(X); .print(X); !place::helped.
+!check(include_variable) <- .include("more.asl", N); if (.atom(N)) { .print(atom) }.
+!check(include_missing) <- .include("missing.asl"); .print("a missing file is no failure").
+!check(include_not_string) <- .include(more).
+!check(include_namespace_wrong) <- .include("more.asl", 3).
+!check(include_arguments) <- .include.
+!check(namespaces)
  <- .findall(N, .namespace(N), L); .member(default, L); .member(place, L); .print(yes).
+!check(namespace_known) <- .namespace(place); .namespace(default); .print(yes).
+!check(namespace_unknown) <- .namespace(nowhere).
+!check(namespace_wrong) <- .namespace("s").
+!check(namespace_arguments) <- .namespace.

-!check(Case)[error(Error), error_msg(Message)] <- .print(Case, ": ", Error, " ", Message).
-!check(Case) <- .print(Case, ": failed").
