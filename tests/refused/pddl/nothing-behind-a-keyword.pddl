(define (domain d)
  (:predicates (p))
  (:action go :precondition :effect (p)))
