; A lamp in a cupboard: its switch is reached while the door is open.
(define (domain lamp)
  (:requirements :strips :negative-preconditions)
  (:predicates (open) (lit))

  (:action open-door
    :parameters ()
    :precondition (not (open))
    :effect (open))

  (:action close-door
    :parameters ()
    :precondition (open)
    :effect (not (open)))

  (:action switch-on
    :parameters ()
    :precondition (and (open) (not (lit)))
    :effect (lit))

  (:action switch-off
    :parameters ()
    :precondition (and (open) (lit))
    :effect (not (lit))))
