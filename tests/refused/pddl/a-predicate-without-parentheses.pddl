(define (domain d)
  (:predicates handempty))
