(define (domain d)
  (:predicates (p))
  (:action go :effect (p))
  (:action Go :effect (not (p))))
