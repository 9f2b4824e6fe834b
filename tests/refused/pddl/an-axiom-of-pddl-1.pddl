(define (domain d)
  (:predicates (p))
  (:axiom :vars () :context (p) :implies (p)))
