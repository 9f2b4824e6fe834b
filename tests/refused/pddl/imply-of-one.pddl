(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters ()
    :precondition (imply (p))
    :effect (p)))
