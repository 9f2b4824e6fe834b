; Four books, four rooms in a row, two places.
(define (problem four-books)
  (:domain trolley)
  (:objects
    atlas poems novel lexicon - book
    hall study cellar attic - room
    left right - place)
  (:init
    (door hall study) (door study hall)
    (door study cellar) (door cellar study)
    (door cellar attic) (door attic cellar)
    (here hall)
    (free left) (free right)
    (lies atlas hall) (lies poems attic) (lies novel study) (lies lexicon cellar))
  (:goal (and (lies atlas attic) (lies poems hall) (lies novel cellar) (lies lexicon study))))
