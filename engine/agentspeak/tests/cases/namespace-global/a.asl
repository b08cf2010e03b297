!start.

{ namespace(shop, global) }
{ begin namespace(shop) }
price(apple, 3). price(pear, 4).
cheap(X) :- price(X, P) & P < 4.
+!list <- .findall(X, cheap(X), L); .print(L); .print("in shop").
{ end }

+!start <- !shop::list; if (shop::cheap(pear)) { .print("pear") } else { .print("no pear") }; .findall(X, shop::price(X, _), L); .print(L); .stopMAS.
