(define (domain d)
  (:predicates (p ?x) (P ?x ?y)))
