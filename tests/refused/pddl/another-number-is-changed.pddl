(define (domain d)
  (:predicates (p) (q ?x))
  (:functions (fuel) - number)
  (:action a
    :parameters ()
    :precondition ()
    :effect (increase (fuel) 1)))
