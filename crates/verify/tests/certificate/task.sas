begin_version
3
end_version
begin_metric
0
end_metric
5
begin_variable
var0
-1
3
Atom X=1,1
Atom X=1,2
Atom X=1,3
end_variable
begin_variable
var1
0
2
Atom busy(1,1)
NegatedAtom busy(1,1)
end_variable
begin_variable
var2
1
2
Atom busy(1,2)
NegatedAtom busy(1,2)
end_variable
begin_variable
var3
2
2
Atom busy(1,3)
NegatedAtom busy(1,3)
end_variable
begin_variable
var4
3
2
Atom busy(1,4)
NegatedAtom busy(1,4)
end_variable
0
begin_state
0
1
1
1
1
end_state
begin_goal
1
0 2
end_goal
4
begin_operator
X right 1
1
3 1
1
0 0 0 1
1
end_operator
begin_operator
X left 1
1
1 1
1
0 0 1 0
1
end_operator
begin_operator
X right 1
1
4 1
1
0 0 1 2
1
end_operator
begin_operator
X left 1
1
2 1
1
0 0 2 1
1
end_operator
6
begin_rule
1
0 0
1 1 0
end_rule
begin_rule
1
0 0
2 1 0
end_rule
begin_rule
1
0 1
2 1 0
end_rule
begin_rule
1
0 1
3 1 0
end_rule
begin_rule
1
0 2
3 1 0
end_rule
begin_rule
1
0 2
4 1 0
end_rule
