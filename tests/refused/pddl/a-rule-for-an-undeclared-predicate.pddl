(define (domain d)
  (:predicates (p))
  (:derived (r) (p)))
