; The book is to be read in the rainy garden, the money to be brought to the bank, and nothing may be wet in the end.
(define (problem errand-in-the-rain)
  (:domain suitcase)
  (:objects book money - thing home bank garden - place)
  (:init
    (suitcase-at home) (rainy garden)
    (at book bank) (at money home) (at umbrella home))
  (:goal (and
    (at money bank) (not (packed money))
    (at book garden) (not (packed book))
    (at umbrella home)
    (suitcase-at home)
    (forall (?t - thing) (not (wet ?t))))))
