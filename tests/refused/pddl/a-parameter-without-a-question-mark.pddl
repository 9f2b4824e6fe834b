(define (domain d)
  (:predicates (at x)))
