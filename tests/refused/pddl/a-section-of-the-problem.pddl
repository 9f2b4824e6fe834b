(define (domain d)
  (:init (p)))
