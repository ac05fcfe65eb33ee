"""The mathematical report of a game, as a test laboratory expects it: ten parts, each a module or a part of one."""
