(define (domain d)
  (:types a b)
  (:predicates (at ?x - (a b))))
