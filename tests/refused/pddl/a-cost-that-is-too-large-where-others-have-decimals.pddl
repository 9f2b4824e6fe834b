(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters ()
    :precondition ()
    :effect (and (increase (total-cost) 0.5) (increase (total-cost) 5000000000000000000))))
