(define (domain d)
  (:predicates (p))
  (:action a
    :precondition (and (p)
    :effect (p))
  (:action b :effect (p)))
