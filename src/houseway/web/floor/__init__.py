"""Tables in the server's loop: acts, views, and the live link that informs everybody."""
