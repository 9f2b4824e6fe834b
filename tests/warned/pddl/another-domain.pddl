(define (problem one)
  (:domain movin)
  (:init)
  (:goal ()))
