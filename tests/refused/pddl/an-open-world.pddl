(define (domain d)
  (:requirements :strips :open-world)
  (:predicates (p))
  (:action a :parameters () :effect (p)))
