// How a task is handled: plain, or watched: printed where that is asked for, and with a witness summed up.
+!settle : lab.param(witness, off) & lab.param(log, off) <- +plain.
+!settle
   <- +watched;
      +proven(0).

+!watch(New)
   <- lab.print(New);
      lab.crc(New, Crc);
      ?proven(Sum);
      -+proven((Sum + Crc) mod 4294967296).
