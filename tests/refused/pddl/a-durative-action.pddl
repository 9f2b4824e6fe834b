(define (domain d)
  (:predicates (p))
  (:durative-action wait
    :parameters ()
    :duration (= ?duration 5)
    :condition (at start (p))
    :effect (at end (p))))
