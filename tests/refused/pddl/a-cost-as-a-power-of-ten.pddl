(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters ()
    :precondition ()
    :effect (increase (total-cost) 1e3)))
