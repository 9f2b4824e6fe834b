(define (domain d)
  (:types truck box)
  (:predicates (full ?t - truck) (p))
  (:action a :parameters (?b - box) :precondition (full ?b) :effect (p)))
