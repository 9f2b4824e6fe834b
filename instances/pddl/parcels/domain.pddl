; A van delivers parcels. A road costs its length, and more for each parcel in the van: its weight.
(define (domain parcels)
  (:requirements :strips :typing :conditional-effects :action-costs)
  (:types place parcel)
  (:predicates
    (van-at ?p - place)
    (road ?a ?b - place)
    (at ?o - parcel ?p - place)
    (in-van ?o - parcel))
  (:functions
    (total-cost) - number
    (length ?a ?b - place) - number
    (weight ?o - parcel) - number)

  (:action drive
    :parameters (?a ?b - place)
    :precondition (and (van-at ?a) (road ?a ?b))
    :effect (and (van-at ?b) (not (van-at ?a))
      (increase (total-cost) (length ?a ?b))
      (forall (?o - parcel) (when (in-van ?o) (increase (total-cost) (weight ?o))))))

  (:action load
    :parameters (?o - parcel ?p - place)
    :precondition (and (van-at ?p) (at ?o ?p))
    :effect (and (in-van ?o) (not (at ?o ?p))))

  (:action unload
    :parameters (?o - parcel ?p - place)
    :precondition (and (van-at ?p) (in-van ?o))
    :effect (and (at ?o ?p) (not (in-van ?o)))))
