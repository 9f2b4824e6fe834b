; Errands in a town, on foot or by bus. A ride costs money and saves walking.
(define (domain errands)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types place errand)
  (:constants home - place)
  (:predicates
    (at ?p - place)
    (street ?a ?b - place)
    (line ?a ?b - place)
    (where ?e - errand ?p - place)
    (done ?e - errand)
    (has-ticket))
  (:functions
    (total-cost) - number
    (minutes ?a ?b - place) - number)

  (:action walk
    :parameters (?a ?b - place)
    :precondition (and (at ?a) (street ?a ?b))
    :effect (and (at ?b) (not (at ?a)) (increase (total-cost) (minutes ?a ?b))))

  (:action buy-ticket
    :parameters ()
    :precondition (and (at home) (not (has-ticket)))
    :effect (and (has-ticket) (increase (total-cost) 30)))

  (:action ride
    :parameters (?a ?b - place)
    :precondition (and (at ?a) (line ?a ?b) (has-ticket))
    :effect (and (at ?b) (not (at ?a)) (increase (total-cost) 2)))

  (:action do
    :parameters (?e - errand ?p - place)
    :precondition (and (at ?p) (where ?e ?p))
    :effect (done ?e)))
