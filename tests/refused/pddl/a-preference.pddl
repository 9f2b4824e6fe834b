(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters ()
    :precondition (preference first (p))
    :effect (p)))
