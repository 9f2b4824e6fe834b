; The lamp is to shine behind a closed door.
(define (problem night)
  (:domain lamp)
  (:init)
  (:goal (and (lit) (not (open)))))
