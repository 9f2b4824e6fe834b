(define (domain d)
  (:requirements :strips :typng :preferences (:equality))
  (:predicates (p))
  (:action a :parameters () :effect (p)))
