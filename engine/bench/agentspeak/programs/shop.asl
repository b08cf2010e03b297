item(0, 1). item(0, 16). item(0, 31). item(0, 46). item(0, 61). item(0, 76). item(0, 91). item(0, 106). item(0, 121). item(0, 136).
item(1, 4). item(1, 19). item(1, 34). item(1, 49). item(1, 64). item(1, 79). item(1, 94). item(1, 109). item(1, 124). item(1, 139).
item(2, 7). item(2, 22). item(2, 37). item(2, 52). item(2, 67). item(2, 82). item(2, 97). item(2, 112). item(2, 127). item(2, 142).
item(3, 10). item(3, 25). item(3, 40). item(3, 55). item(3, 70). item(3, 85). item(3, 100). item(3, 115). item(3, 130). item(3, 145).
item(4, 13). item(4, 28). item(4, 43). item(4, 58). item(4, 73). item(4, 88). item(4, 103). item(4, 118). item(4, 133). item(4, 148).

price(I, Price) :- Price = I * 2 + 1.
