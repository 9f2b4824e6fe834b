(define (domain d)
  (:predicates (p) (q ?x))
  (:functions (distance ?x) - number)
  (:action a
    :parameters ()
    :precondition ()
    :effect (increase (total-cost) (distance))))
