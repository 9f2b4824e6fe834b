(define (domain d)
  (:functions f - number))
