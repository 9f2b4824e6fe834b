(define (domain d)
  (:predicates (p) (q ?x))
  (:functions (fuel) - number)
  (:action a
    :parameters ()
    :precondition (= (fuel) 3)
    :effect (p)))
