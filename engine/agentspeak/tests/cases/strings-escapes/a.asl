!start.

+!start
   <- .print("tab[\t] quote[\"] backslash[\\]");
      .print("line one\nline two");
      .print(f("tab[\t] quote[\"] backslash[\\]"));
      .print(f("line one\nline two"));
      .length("a\nb", L1); .print(L1);
      .length("a\\b", L2); .print(L2);
      .length("", L3); .print(L3);
      .concat("x", "y\n", "z", S); .print(S);
      .stopMAS.
