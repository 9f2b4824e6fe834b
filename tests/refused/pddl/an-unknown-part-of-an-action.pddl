(define (domain d)
  (:predicates (p))
  (:action go :preconditon (p) :effect (p)))
