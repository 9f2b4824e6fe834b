; Dominoes are put on a board, each on two free squares side by side.
(define (domain dominoes)
  (:requirements :strips :typing :universal-preconditions)
  (:types square)
  (:predicates (beside ?a ?b - square) (free ?s - square) (covered ?s - square))

  (:action put
    :parameters (?a ?b - square)
    :precondition (and (beside ?a ?b) (free ?a) (free ?b))
    :effect (and (covered ?a) (covered ?b) (not (free ?a)) (not (free ?b)))))
