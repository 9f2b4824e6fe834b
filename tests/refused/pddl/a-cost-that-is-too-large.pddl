(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters ()
    :precondition ()
    :effect (increase (total-cost) 9223372036854775809)))
