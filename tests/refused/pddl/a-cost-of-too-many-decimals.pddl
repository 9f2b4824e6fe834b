(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters ()
    :precondition ()
    :effect (when (p) (increase (total-cost) 0.00000000000000000001))))
