(define (domain d)
  (:predicate (p)))
