// complement(Own, Other, New): what a creature turns into when it meets another.
complement(blue, blue, blue).
complement(blue, red, yellow).
complement(blue, yellow, red).
complement(red, blue, yellow).
complement(red, red, red).
complement(red, yellow, blue).
complement(yellow, blue, red).
complement(yellow, red, blue).
complement(yellow, yellow, yellow).
