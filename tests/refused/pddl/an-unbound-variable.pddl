(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters (?x)
    :precondition (q ?y)
    :effect (p)))
