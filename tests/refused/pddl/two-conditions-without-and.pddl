(define (domain d)
  (:predicates (p) (q))
  (:action go :precondition (p) (q) :effect (p)))
