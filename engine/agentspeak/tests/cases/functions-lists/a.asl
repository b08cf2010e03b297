!start.

+!start
   <- .print(math.max([3, 9, 2]), " ", math.min([3, 9, 2]), " ", math.max(3, 9), " ", math.min(3, 9));
      .print(math.sum([1, 2, 3.5]), " ", math.sum([]));
      .print(math.average([1, 2, 3, 4]), " ", math.mean([1, 2, 4]), " ", math.median([3, 1, 2]), " ", math.median([4, 1, 2, 3]));
      .print(math.std_dev([2, 4, 4, 4, 5, 5, 7, 9]));
      .print(.length([a, b, c]), " ", .length("four"), " ", .length([]) + 1);
      .stopMAS.
