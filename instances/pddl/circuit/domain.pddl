; Lamps shine where current flows to them through closed switches. Nobody says where it flows: rules derive it.
(define (domain circuit)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :existential-preconditions :equality
                 :derived-predicates)
  (:types switch node - object lamp battery - node)
  (:predicates
    (wire ?s - switch ?a ?b - node)   ; the switch is in the wire between a and b
    (closed ?s - switch)
    (reached ?s - switch)             ; one hand is at this switch
    (beside ?s ?t - switch)
    (live ?n - node)                  ; derived: there is a way for the current
    (shines ?l - lamp)                ; derived
    (dark))                           ; derived: no lamp shines

  ; The current begins in a battery and passes closed switches in both directions: a rule that uses itself.
  (:derived (live ?n - node)
    (exists (?m - node ?s - switch)
      (and (or (wire ?s ?m ?n) (wire ?s ?n ?m)) (closed ?s)
           (or (live ?m) (exists (?b - battery) (= ?m ?b))))))
  (:derived (shines ?l - lamp) (live ?l))
  ; This one denies what the rule above has settled.
  (:derived (dark) (not (exists (?l - lamp) (shines ?l))))

  ; In the dark nothing can be found.
  (:action reach
    :parameters (?s ?t - switch)
    :precondition (and (reached ?s) (beside ?s ?t) (not (dark)))
    :effect (and (reached ?t) (not (reached ?s))))

  (:action close
    :parameters (?s - switch)
    :precondition (and (reached ?s) (not (closed ?s)))
    :effect (closed ?s))

  (:action open
    :parameters (?s - switch)
    :precondition (and (reached ?s) (closed ?s))
    :effect (not (closed ?s))))
