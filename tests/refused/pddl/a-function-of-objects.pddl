(define (domain d)
  (:types place)
  (:functions (position ?x) - place))
