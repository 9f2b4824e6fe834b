(define (domain d)
  (:functions (f) (F) - number))
