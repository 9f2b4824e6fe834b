(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters ()
    :precondition (or (exists (?y) (q ?y)) (q ?y))
    :effect (p)))
