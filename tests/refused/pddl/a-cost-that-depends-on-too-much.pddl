(define (domain d)
  (:predicates (p) (q ?x))
  (:constants o1 o2 o3 o4 o5 o6 o7 o8 o9)
  (:functions (total-cost) - number)
  (:action fill
    :parameters (?x)
    :effect (q ?x))
  (:action a
    :parameters ()
    :effect (and (p) (forall (?x) (when (q ?x) (increase (total-cost) 1))))))
