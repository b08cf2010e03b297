!start.

+!start
   <- .length([a, b, c], L); .print(L);
      .concat([1], [2, 3], [4], C); .print(C);
      .member(b, [a, b, c]); .print("member");
      .findall(X, .member(X, [c, a, b]), M); .print(M);
      .nth(0, [x, y], N0); .nth(1, [x, y], N1); .print(N0, N1);
      .findall(I - E, .nth(I, [x, y], E), Ns); .print(Ns);
      .delete(b, [a, b, c, b], D); .delete(0, [a, b, c], D0); .print(D, " ", D0);
      .reverse([1, 2, 3], R); .print(R);
      .max([3, 9, 2], Max); .min([3, 9, 2], Min); .print(Max, " ", Min);
      .sort([c, a, b], S); .print(S);
      .union([a, b], [b, c], U); .intersection([a, b], [b, c], In); .difference([a, b], [b, c], Di); .print(U, In, Di);
      .findall(Pre, .prefix(Pre, [1, 2]), Prefixes); .print(Prefixes);
      .findall(Suf, .suffix(Suf, [1, 2]), Suffixes); .print(Suffixes);
      .findall(Sub, .sublist(Sub, [1, 2, 3]), Subs); .print(Subs);
      .empty([]); .print("empty");
      .stopMAS.
