(define (domain d)
  (:types truck)
  (:predicates (p))
  (:action a
    :parameters (?x - truk)
    :precondition ()
    :effect (p)))
