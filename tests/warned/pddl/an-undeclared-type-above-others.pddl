(define (domain d)
  (:types truck - vehcle vehicle - object))
