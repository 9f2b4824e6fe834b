; What is in the suitcase goes where the suitcase goes; what is taken out in the rain gets wet, unless there is an umbrella.
(define (domain suitcase)
  (:requirements :adl)
  (:types thing place)
  (:constants umbrella - thing)
  (:predicates
    (at ?t - thing ?p - place)
    (packed ?t - thing)
    (suitcase-at ?p - place)
    (rainy ?p - place)
    (wet ?t - thing))

  (:action pack
    :parameters (?t - thing ?p - place)
    :precondition (and (at ?t ?p) (suitcase-at ?p) (not (packed ?t)))
    :effect (packed ?t))

  (:action unpack
    :parameters (?t - thing ?p - place)
    :precondition (and (packed ?t) (suitcase-at ?p))
    :effect (and (not (packed ?t))
                 (when (and (rainy ?p) (not (at umbrella ?p))) (wet ?t))))

  (:action carry
    :parameters (?from ?to - place)
    :precondition (and (suitcase-at ?from) (not (= ?from ?to)))
    :effect (and (suitcase-at ?to) (not (suitcase-at ?from))
                 (forall (?t - thing)
                   (when (packed ?t)
                     (and (at ?t ?to) (not (at ?t ?from))))))))
