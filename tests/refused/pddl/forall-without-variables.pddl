(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters ()
    :precondition (forall (p))
    :effect (p)))
