who(c).
