(define (domain d)
  (:predicates (p) (q ?x))
  (:derived (p) (exists (?x) (q ?x)))
  (:action a
    :parameters ()
    :precondition ()
    :effect (p)))
