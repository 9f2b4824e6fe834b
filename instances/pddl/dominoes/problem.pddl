; A board of 4 by 4 squares without two opposite corners. Both corners had the same colour, and a domino covers one square of
; each colour: so it cannot be done.
(define (problem two-corners-cut-off)
  (:domain dominoes)
  (:objects
    s12 s13 s14 s21 s22 s23 s24
    s31 s32 s33 s34 s41 s42 s43 - square)
  (:init
    (beside s12 s13) (beside s12 s22) (beside s13 s14) (beside s13 s23)
    (beside s14 s24) (beside s21 s22) (beside s21 s31) (beside s22 s23)
    (beside s22 s32) (beside s23 s24) (beside s23 s33) (beside s24 s34)
    (beside s31 s32) (beside s31 s41) (beside s32 s33) (beside s32 s42)
    (beside s33 s34) (beside s33 s43) (beside s41 s42) (beside s42 s43)
    (free s12) (free s13) (free s14) (free s21) (free s22) (free s23) (free s24)
    (free s31) (free s32) (free s33) (free s34) (free s41) (free s42) (free s43))
  (:goal (forall (?s - square) (covered ?s))))
