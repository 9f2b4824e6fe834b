(define (domain d)
  (:types truck)
  (:predicates (at ?x -)))
