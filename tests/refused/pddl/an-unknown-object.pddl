(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters ()
    :precondition (q depot)
    :effect (p)))
