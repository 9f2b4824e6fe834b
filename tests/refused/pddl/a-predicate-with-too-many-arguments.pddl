(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters (?x)
    :precondition (p ?x)
    :effect (p)))
