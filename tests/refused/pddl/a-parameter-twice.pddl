(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters (?x ?y ?X)
    :precondition (q ?x)
    :effect (p)))
