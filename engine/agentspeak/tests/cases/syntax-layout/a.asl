/* a comment
 over lines */ p(1). p(2). p(a). // and one more
~p(3). q.
r(X):-p(X)&X\==1. r(9).
@label1
+!start
:
r(X)
<-
.print(X);if(p(1)){.print("one")}elif(p(7)){.print("seven")}else{.print("none")}
for(p(Y)){.print(Y)}
while(q){-q;}
.print("no semicolons behind braces");{.print("a block");.print("of two");};
!a;!b;!c;.stopMAS;.
+!a.
+!b<-true.
-!start[error(E)] <- .print(E); .stopMAS.
!start.
@[atomic]+!c:true<-.print(c).
