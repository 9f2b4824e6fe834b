; A librarian takes books back to the rooms that they belong in, on a trolley with few places.
(define (domain trolley)
  (:requirements :strips :typing)
  (:types book room place)
  (:predicates
    (door ?a ?b - room)             ; one can go from a to b
    (here ?r - room)                ; the librarian and the trolley are in r
    (lies ?b - book ?r - room)
    (on ?b - book ?p - place)       ; the book is on the trolley
    (free ?p - place))

  (:action go
    :parameters (?from ?to - room)
    :precondition (and (here ?from) (door ?from ?to))
    :effect (and (here ?to) (not (here ?from))))

  (:action take
    :parameters (?b - book ?p - place ?r - room)
    :precondition (and (here ?r) (lies ?b ?r) (free ?p))
    :effect (and (on ?b ?p) (not (lies ?b ?r)) (not (free ?p))))

  (:action shelve
    :parameters (?b - book ?p - place ?r - room)
    :precondition (and (here ?r) (on ?b ?p))
    :effect (and (lies ?b ?r) (free ?p) (not (on ?b ?p)))))
