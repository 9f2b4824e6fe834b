(define (domain d)
  (:constants c)
  (:predicates (q ?x))
  (:derived (q c) (q c)))
