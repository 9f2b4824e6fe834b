(define (problem one)
  (:domain moving)
  (:objects t1 - truck)
  (:init (at t1 depot)))
