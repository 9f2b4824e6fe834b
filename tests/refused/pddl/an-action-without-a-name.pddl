(define (domain d)
  (:action :effect (p)))
