(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters ()
    :precondition (exists ?x (q ?x))
    :effect (p)))
