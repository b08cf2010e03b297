+over[why(Why), board(B)] <- .print("over: ", Why); .print(B); .nth(4, B, Middle); .print("in the middle: ", Middle); again(1 + 1).
-over <- .print("once more"); .wait(.count(seen[source(_)], 2)); .stopMAS.
