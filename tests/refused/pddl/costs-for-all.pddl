(define (domain d)
  (:predicates (p) (q ?x))
  (:action a
    :parameters ()
    :precondition ()
    :effect (forall (?x) (increase (total-cost) 1))))
