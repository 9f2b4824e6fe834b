begin_version
3
end_version
begin_metric
1
end_metric
2
begin_variable
var0
-1
2
Atom a()
NegatedAtom a()
end_variable
begin_variable
var1
-1
2
Atom b()
NegatedAtom b()
end_variable
0
begin_state
1
1
end_state
begin_goal
2
0 0
1 0
end_goal
2
begin_operator
set a
0
1
0 0 -1 0
1
end_operator
begin_operator
set b
0
1
0 1 -1 0
1.5
end_operator
0
