{ include("shared.asl") }
+go <- ?shared(X); .print("goes ", X); look.twin(T); .print(T); .send(ann, tell, bye).
