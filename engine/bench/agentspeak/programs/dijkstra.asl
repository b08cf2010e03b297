// Dijkstra's shortest paths in a graph of n nodes and 3n roads.
{ include("rounds.asl") }

+!work(N, Sum)
   <- .abolish(road(_, _, _));
      .abolish(distance(_, _));
      .abolish(visited(_));
      for (.range(I, 0, N - 1)) {
         +road(I, (I + 1) mod N, 10);
         +road(I, (I * 7 + 3) mod N, 25);
         +road(I, (I * 5 + 1) mod N, 17)
      };
      +distance(0, 0);
      !visit;
      .findall(D, distance(_, D), Distances);
      Sum = math.sum(Distances).

// The nearest node that has not been visited.
+!visit
   :  .findall(d(D, Node), distance(Node, D) & not visited(Node), Open) &
      .min(Open, d(Distance, Nearest))
   <- +visited(Nearest);
      for (road(Nearest, Node, Length)) {
         !reach(Node, Distance + Length)
      };
      !visit.
+!visit.

+!reach(Node, Distance) : distance(Node, Known) & Known <= Distance.
+!reach(Node, Distance)
   <- -distance(Node, _);
      +distance(Node, Distance).
