(role player)
(init (cell 1))
