(define (domain d)
  (:predicates (p ?x))
  (:functions (total-cost ?x) - number)
  (:action a :parameters (?x) :effect (p ?x)))
