(define (domain d)
  (:predicates (p))
  (:derived (p ?x) (p)))
