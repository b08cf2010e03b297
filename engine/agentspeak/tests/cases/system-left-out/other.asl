b(9).
{ include("broken.asl") }
b(10).
