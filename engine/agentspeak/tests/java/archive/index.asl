+!look
   <- +key(a, 1); +key(b, 2); +key(a, 3);
      +double(x, y, 1); +double(x, z, 2); +double(x, y, 5);
      .findall(K, key(_, K) & K > 1, Ks);
      .sort(Ks, Sorted);
      .print("keys ", Sorted);
      ?double(x, y, D);
      .print("double ", D);
      .stopMAS.
