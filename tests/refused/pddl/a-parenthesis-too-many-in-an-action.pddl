(define (domain d)
  (:predicates (p))
  (:action a
    :precondition (p))
    :effect (p))
  (:action b :effect (p)))
