(define (domain d)
  (:predicates (p ?x) (q ?x) (e ?x ?y))
  (:derived (p ?x) (exists (?y) (and (e ?x ?y) (q ?y))))
  (:derived (q ?x) (forall (?y) (imply (p ?y) (e ?x ?y)))))
