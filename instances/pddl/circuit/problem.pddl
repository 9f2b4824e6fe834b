; Put the light out in the hall and on in the attic, without ever groping for a switch.
(define (problem upstairs)
  (:domain circuit)
  (:objects
    cell - battery
    hall stairs attic - lamp
    s1 s2 s3 s4 - switch)
  (:init
    (wire s1 cell hall) (wire s2 hall stairs) (wire s3 stairs attic) (wire s4 cell stairs)
    (beside s1 s2) (beside s2 s1) (beside s2 s3) (beside s3 s2) (beside s3 s4) (beside s4 s3)
    (closed s1)
    (reached s1))
  (:goal (and (shines attic) (not (shines hall)) (reached s1))))
