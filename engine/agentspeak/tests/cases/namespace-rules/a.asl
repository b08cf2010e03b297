!start.

{ begin namespace(shop) }
price(apple, 3). price(pear, 4).
cheap(X) :- price(X, P) & P < 4.
named(apple).
known(X) :- named(X).
+!inside
   <- ?price(apple, P); .print(P);
      .findall(X, price(X, _), L1); .print(L1);
      .findall(X, known(X), L2); .print(L2);
      .findall(X, cheap(X), L3); .print(L3);
      if (cheap(apple)) { .print("apple is cheap") } else { .print("apple is not cheap") };
      ?known(Y); .print(Y).
-!inside[error(E)] <- .print(E).
{ end }

+!start
   <- !shop::inside;
      .findall(X, shop::price(X, _), L1); .print(L1);
      .findall(X, shop::known(X), L2); .print(L2);
      .findall(X, shop::cheap(X), L3); .print(L3);
      if (shop::cheap(apple)) { .print("apple is cheap") } else { .print("apple is not cheap") };
      .stopMAS.
