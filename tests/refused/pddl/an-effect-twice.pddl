(define (domain d)
  (:predicates (p))
  (:action go :effect (p) :effect (not (p))))
