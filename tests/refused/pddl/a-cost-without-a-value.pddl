(define (domain d)
  (:predicates (p ?x))
  (:constants home)
  (:functions (toll ?x) - number)
  (:action pay
    :parameters (?x)
    :effect (and (p ?x) (increase (total-cost) (toll ?x)))))
