"""How the server answers: the application, its guard, sessions, pages and processes."""
